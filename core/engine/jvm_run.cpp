// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/jvm_run.h"

#include "core/model/place_names.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/jvm/jvm_symbolicator.h"
#include "core/symbolicate/options/module_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace faultline::engine {

namespace {

using Verdict = jvm::LocalMapping::Verdict;

void addPlace(std::vector<jvm::MappingPlace>& places, jvm::MappingPlace place)
{
    const auto isSame = [&](const jvm::MappingPlace& known) {
        std::error_code ignored;
        return known.path == place.path ||
               std::filesystem::equivalent(known.path, place.path, ignored);
    };
    if (std::ranges::none_of(places, isSame))
        places.push_back(std::move(place));
}

std::vector<jvm::MappingPlace> placesOf(const std::vector<sources::SourceConfig>& sources,
                                        const symbolicate::SymbolicateOptions& options)
{
    std::vector<jvm::MappingPlace> places;
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

/// Removes what was found twice, and leaves out what the user's choice replaces.
void settle(jvm::MappingLookup& lookup)
{
    std::set<std::string> known;
    std::set<std::size_t> replaced;
    for (const auto& file : lookup.chosen) {
        known.insert(file.path);
        replaced.insert(file.module);
    }
    std::erase_if(lookup.found, [&](const jvm::LocalMapping& mapping) {
        return !known.insert(mapping.path).second;
    });
    for (auto& mapping : lookup.found) {
        const bool isReplaced = replaced.contains(mapping.wantedId.value_or(0));
        if (mapping.verdict != Verdict::OtherBuild && isReplaced)
            mapping.verdict = Verdict::Superseded;
    }
}

jvm::MappingLookup lookUpMappings(const std::vector<sources::SourceConfig>& sources,
                                  std::span<const EventModule> modules,
                                  std::span<const std::string> mapIds,
                                  const symbolicate::SymbolicateOptions& options,
                                  const std::stop_token& stop)
{
    jvm::MappingLookup lookup;
    lookup.chosen = options.locatedFiles;
    std::ranges::move(symbolicate::locateModuleFiles(modules, options.moduleFiles),
                      std::back_inserter(lookup.chosen));
    if (options.requireMatchingIds)
        std::erase_if(lookup.chosen, [&](const symbolicate::LocatedFile& file) {
            return file.module < mapIds.size() &&
                   jvm::wrongBuildOf(file.path, mapIds[file.module]).has_value();
        });
    lookup.places = placesOf(sources, options);
    lookup.found = jvm::findLocalMappings(lookup.places, mapIds, stop);
    settle(lookup);
    return lookup;
}

} // namespace

Result<RestoredNames> restoreNames(const symbolicate::Services& services,
                                   const std::vector<sources::SourceConfig>& defaultSources,
                                   const JvmEvent& event,
                                   std::span<const EventModule> modules,
                                   const symbolicate::SymbolicateOptions& options,
                                   const std::stop_token& stop)
{
    auto mappings = lookUpMappings(options.sources ? *options.sources : defaultSources, modules,
                                   event.mapIds, options, stop);
    jvm::JvmOptions jvmOptions;
    jvmOptions.sources = options.sources;
    jvmOptions.scope = options.scope;
    jvmOptions.applySourceContext = options.applySourceContext;
    jvmOptions.retryFailed = options.retryFailed;
    jvmOptions.mappingFiles = mappings.paths();
    FL_TRY(auto report, jvm::symbolicateJvm(services, defaultSources, event, jvmOptions, stop));
    return RestoredNames{.report = std::move(report), .mappings = std::move(mappings)};
}

JvmReport reportWithUnused(RestoredNames names)
{
    for (const auto& mapping : names.mappings.found) {
        if (mapping.verdict == Verdict::Used)
            continue;
        const auto reason = jvm::skipReasonOf(mapping.verdict);
        names.report.candidates.push_back({.module = {},
                                           .source = names.mappings.places[mapping.place].source,
                                           .location = mapping.path,
                                           .outcome = reason
                                                          ? Outcome::skipped(skipped(*reason))
                                                          : Outcome::of(OutcomeKind::OtherBuild)});
    }
    return std::move(names.report);
}

Result<symbolicate::SymbolicationResult>
runJvmEvent(const symbolicate::Services& services,
            const std::vector<sources::SourceConfig>& defaultSources,
            const EventPtr& event,
            const symbolicate::SymbolicateOptions& options,
            symbolicate::SymbolicationObserver& observer,
            const std::stop_token& stop)
{
    if (observer.wantsRawStacks()) {
        for (auto& stack : jvm::rawStacks(*event))
            observer.onStack(std::move(stack));
    }
    observer.onStep("fetching symbols", 0, 0);
    FL_TRY(const auto names,
           restoreNames(services, defaultSources, std::get<JvmEvent>(event->detail), event->modules,
                        options, stop));
    auto report = jvm::makeJvmEventReport(event, names.report, names.mappings);
    report->isOffline = services.cache.isOffline();
    for (std::uint32_t i = 0; i < report->modules.size(); ++i)
        observer.onModule(i, report->modules[i]);
    for (const auto& stack : report->stacks)
        observer.onStack(stack);
    const auto moduleCount = event->modules.size();
    return symbolicate::SymbolicationResult{
        .report = std::move(report),
        .modules = std::vector<symbolicate::ResolvedModule>(moduleCount)};
}

} // namespace faultline::engine
