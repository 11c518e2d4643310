// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server::symcache_http {

/// A version of Microsoft's SymCache format: three numbers of 16, 8 and 8 bits
/// (docs/spec/symcache-http.md §§2, 4).
struct FormatVersion
{
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::uint32_t patch = 0;
    std::string prerelease; ///< Without the hyphen; empty for a release.

    /// Parses "3.1.0" or "3.2.0-beta". The whole text must be a version.
    static std::optional<FormatVersion> parse(std::string_view text);

    std::string text() const;

    /// A pre-release comes before its release. Two pre-releases are compared as texts.
    friend std::strong_ordering operator<=>(const FormatVersion& a, const FormatVersion& b);
    friend bool operator==(const FormatVersion&, const FormatVersion&) = default;
};

/// Tells whether a client that asks for `wanted` understands a file of this version. It understands
/// all older formats and every version with its own major number.
bool isReadableBy(const FormatVersion& version, const FormatVersion& wanted);

} // namespace faultline::server::symcache_http
