// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/script_frame.h"

#include <algorithm>
#include <array>

namespace faultline {

namespace {

struct WayName
{
    std::string_view name;
    ResolvedWith way;
};

constexpr std::array kWayNames{
    WayName{"debug-id", ResolvedWith::DebugId},
    WayName{"url", ResolvedWith::Url},
    WayName{"index", ResolvedWith::Index},
    WayName{"release", ResolvedWith::Release},
    WayName{"release-old", ResolvedWith::ReleaseOld},
    WayName{"scraping", ResolvedWith::Scraping},
    WayName{"unknown", ResolvedWith::Unknown},
    WayName{"local-file", ResolvedWith::LocalFile},
};

} // namespace

std::string_view resolvedWithName(ResolvedWith way)
{
    const auto* found = std::ranges::find(kWayNames, way, &WayName::way);
    return found == kWayNames.end() ? "unknown" : found->name;
}

ResolvedWith parseResolvedWith(std::string_view name)
{
    const auto* found = std::ranges::find(kWayNames, name, &WayName::name);
    return found == kWayNames.end() ? ResolvedWith::Unknown : found->way;
}

} // namespace faultline
