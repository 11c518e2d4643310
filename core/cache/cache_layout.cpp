// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_layout.h"

#include <charconv>

namespace faultline::cache {

namespace {

constexpr std::size_t kFileDigits = 60;

bool isDigits(std::string_view name, std::size_t count)
{
    return name.size() == count && name.find_first_not_of("0123456789abcdef") == name.npos;
}

} // namespace

std::optional<std::uint32_t> versionOf(std::string_view name)
{
    std::uint32_t version = 0;
    if (!name.starts_with('v'))
        return std::nullopt;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), version);
    if (error != std::errc() || end != name.data() + name.size())
        return std::nullopt;
    return version;
}

bool fitsLayout(std::string_view name, int depth)
{
    switch (depth) {
    case 0: return name != kTempFolder && !name.starts_with('.');
    case 1: return versionOf(name).has_value();
    case kFolderDepth: return isDigits(name, kFileDigits);
    default: return isDigits(name, 2);
    }
}

SplitPlace splitPlace(std::string_view place)
{
    const auto slash = place.rfind('/');
    if (slash == place.npos)
        return {.folder = {}, .name = std::string(place)};
    return {.folder = std::string(place.substr(0, slash)),
            .name = std::string(place.substr(slash + 1))};
}

} // namespace faultline::cache
