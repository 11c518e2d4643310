// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/format_version.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <algorithm>
#include <tuple>

namespace faultline::server::symcache_http {

namespace {

constexpr std::uint64_t kMaxMajor = 0xffff;
constexpr std::uint64_t kMaxMinor = 0xff;

std::optional<std::uint32_t> takeNumber(std::string_view& text, char end, std::uint64_t maximum)
{
    const auto length = end == 0 ? text.size() : text.find(end);
    if (length == std::string_view::npos)
        return std::nullopt;
    const auto number = parseDecimal(text.substr(0, length));
    text.remove_prefix(std::min(text.size(), length + 1));
    return number && *number <= maximum ? std::optional(static_cast<std::uint32_t>(*number))
                                        : std::nullopt;
}

bool isPrereleaseCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

} // namespace

std::optional<FormatVersion> FormatVersion::parse(std::string_view text)
{
    FormatVersion version;
    if (const auto hyphen = text.find('-'); hyphen != std::string_view::npos) {
        version.prerelease = text.substr(hyphen + 1);
        text = text.substr(0, hyphen);
        if (version.prerelease.empty() ||
            !std::ranges::all_of(version.prerelease, isPrereleaseCharacter))
            return std::nullopt;
    }
    const auto major = takeNumber(text, '.', kMaxMajor);
    const auto minor = takeNumber(text, '.', kMaxMinor);
    const auto patch = takeNumber(text, 0, kMaxMinor);
    if (!major || !minor || !patch)
        return std::nullopt;
    version.major = *major;
    version.minor = *minor;
    version.patch = *patch;
    return version;
}

std::string FormatVersion::text() const
{
    return concat(major, ".", minor, ".", patch, prerelease.empty() ? "" : "-", prerelease);
}

std::strong_ordering operator<=>(const FormatVersion& a, const FormatVersion& b)
{
    const auto numbers =
        std::tie(a.major, a.minor, a.patch) <=> std::tie(b.major, b.minor, b.patch);
    if (numbers != 0)
        return numbers;
    if (a.prerelease.empty() != b.prerelease.empty())
        return a.prerelease.empty() ? std::strong_ordering::greater : std::strong_ordering::less;
    return a.prerelease <=> b.prerelease;
}

bool isReadableBy(const FormatVersion& version, const FormatVersion& wanted)
{
    return version.major <= wanted.major;
}

} // namespace faultline::server::symcache_http
