// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/mapping_lookup.h"

#include "core/symbolicate/options/module_files.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace faultline::jvm {

namespace {

/// Removes what was found twice, and leaves out what the user's choice replaces.
void settle(MappingLookup& lookup)
{
    std::set<std::string> known;
    std::set<std::size_t> replaced;
    for (const auto& file : lookup.chosen) {
        known.insert(file.path);
        replaced.insert(file.module);
    }
    std::erase_if(lookup.found,
                  [&](const LocalMapping& mapping) { return !known.insert(mapping.path).second; });
    for (auto& mapping : lookup.found) {
        const bool isReplaced = replaced.contains(mapping.wantedId.value_or(0));
        if (mapping.verdict != LocalMapping::Verdict::OtherBuild && isReplaced)
            mapping.verdict = LocalMapping::Verdict::Superseded;
    }
}

} // namespace

std::vector<std::string> MappingLookup::paths() const
{
    std::vector<std::string> paths;
    std::ranges::transform(chosen, std::back_inserter(paths), &symbolicate::LocatedFile::path);
    std::ranges::move(usedPaths(found), std::back_inserter(paths));
    return paths;
}

MappingLookup lookUpMappings(const std::vector<sources::SourceConfig>& sources,
                             const Event& event,
                             const symbolicate::SymbolicateOptions& options,
                             const std::stop_token& stop)
{
    const auto& mapIds = std::get<JvmEvent>(event.detail).mapIds;
    MappingLookup lookup;
    lookup.chosen = options.locatedFiles;
    std::ranges::move(symbolicate::locateModuleFiles(event.modules, options.moduleFiles),
                      std::back_inserter(lookup.chosen));
    if (options.requireMatchingIds)
        std::erase_if(lookup.chosen, [&](const symbolicate::LocatedFile& file) {
            return file.module < mapIds.size() &&
                   wrongBuildOf(file.path, mapIds[file.module]).has_value();
        });
    lookup.places = symbolicate::localPlaces(sources, options);
    lookup.found = findLocalMappings(lookup.places, mapIds, stop);
    settle(lookup);
    return lookup;
}

} // namespace faultline::jvm
