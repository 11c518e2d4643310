// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/open_lookup.h"

#include <algorithm>
#include <utility>

namespace faultline {

void OpenLookup::take(std::vector<Place> changed)
{
    for (Place& place : changed) {
        const auto isSame = [&place](const Place& known) {
            return known.candidate.location == place.candidate.location &&
                   known.candidate.source == place.candidate.source;
        };
        const auto known = std::ranges::find_if(places, isSame);
        if (known == places.end())
            places.push_back(std::move(place));
        else
            *known = std::move(place);
    }
}

} // namespace faultline
