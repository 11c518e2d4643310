#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server::symcache_http {

/// A version of Microsoft's SymCache format: semantic, with 16, 8 and 8 bits
/// (docs/spec/symcache-http.md §§2, 4).
struct FormatVersion
{
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::uint32_t patch = 0;
    std::string prerelease; ///< Without the hyphen; empty: a release.

    /// "3.1.0", "3.2.0-beta": the whole text.
    static std::optional<FormatVersion> parse(std::string_view text);

    std::string text() const;

    /// A pre-release comes before its release; two of them compare as texts.
    friend std::strong_ordering operator<=>(const FormatVersion& a, const FormatVersion& b);
    friend bool operator==(const FormatVersion&, const FormatVersion&) = default;
};

/// Whether a client that wants `wanted` understands a file of this version: every older format, and
/// every version of its own major.
bool isReadableBy(const FormatVersion& version, const FormatVersion& wanted);

} // namespace faultline::server::symcache_http
