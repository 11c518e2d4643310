// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/options/local_place.h"

#include "core/model/place_names.h"
#include "core/sources/source_traits.h"

#include <algorithm>
#include <filesystem>

namespace faultline::symbolicate {

namespace {

void addPlace(std::vector<LocalPlace>& places, LocalPlace place)
{
    const auto isSame = [&](const LocalPlace& known) {
        std::error_code ignored;
        return known.path == place.path ||
               std::filesystem::equivalent(known.path, place.path, ignored);
    };
    if (std::ranges::none_of(places, isSame))
        places.push_back(std::move(place));
}

} // namespace

std::vector<LocalPlace> localPlaces(const std::vector<sources::SourceConfig>& sources,
                                    const SymbolicateOptions& options)
{
    std::vector<LocalPlace> places;
    if (options.answer == AnswerStyle::Compatible && !options.useLocalFiles)
        return places;
    for (const auto& source : sources) {
        if (const auto traits = sources::traitsOf(source); traits.folder != nullptr)
            addPlace(places, {.path = *traits.folder,
                              .source = source.id,
                              .isRecursive = traits.readsSubfolders});
    }
    if (options.useLocalFiles && !options.crashFileFolder.empty())
        addPlace(places, {.path = options.crashFileFolder,
                          .source = std::string(kBesideCrashFile),
                          .origin = CandidateOrigin::BesideCrashFile,
                          .isRecursive = false});
    return places;
}

} // namespace faultline::symbolicate
