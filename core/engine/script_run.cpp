// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/script_run.h"

#include "core/sources/source_traits.h"
#include "core/symbolicate/js/script_event_report.h"
#include "core/symbolicate/js/script_symbolicator.h"
#include "core/symbolicate/options/module_files.h"

namespace faultline::engine {

namespace {

void addSource(js::ScriptOptions& options, const sources::SourceConfig& source)
{
    const auto traits = sources::traitsOf(source);
    if (traits.folder != nullptr)
        options.localPlaces.push_back(
            {.path = *traits.folder, .isRecursive = traits.readsSubfolders});
    if (traits.lister != nullptr && !options.sentry) {
        options.sentry = *traits.lister;
        options.sourceId = source.id;
    }
}

void addChosenFiles(js::ScriptOptions& options,
                    const Event& event,
                    const symbolicate::SymbolicateOptions& from)
{
    auto located = symbolicate::locateModuleFiles(event.modules, from.moduleFiles);
    located.insert(located.end(), from.locatedFiles.begin(), from.locatedFiles.end());
    for (const auto& file : located) {
        if (file.module < event.modules.size() && event.modules[file.module].codeFile)
            options.chosenFiles[*event.modules[file.module].codeFile] = file.path;
    }
}

js::ScriptOptions optionsOf(const std::vector<sources::SourceConfig>& defaultSources,
                            const Event& event,
                            const symbolicate::SymbolicateOptions& from)
{
    js::ScriptOptions options;
    options.answer = js::ScriptAnswer::Best;
    for (const auto& source : from.sources ? *from.sources : defaultSources)
        addSource(options, source);
    if (from.useLocalFiles && !from.crashFileFolder.empty())
        options.localPlaces.push_back({.path = from.crashFileFolder, .isRecursive = false});
    addChosenFiles(options, event, from);
    options.useLocalFiles = from.useLocalFiles;
    options.scope = from.scope;
    options.applySourceContext = from.applySourceContext;
    options.retryFailed = from.retryFailed;
    options.scraping = from.scraping;
    // The stack chose these hosts, just as a debug file chooses the hosts of its sources.
    if (!from.linkedSources.anyHost)
        options.scraping.allowedOrigins = from.linkedSources.hosts;
    return options;
}

} // namespace

Result<symbolicate::SymbolicationResult>
runScriptEvent(const symbolicate::Services& services,
               const std::vector<sources::SourceConfig>& defaultSources,
               EventPtr event,
               const symbolicate::SymbolicateOptions& options,
               bool connectToReservedIps,
               symbolicate::SymbolicationObserver& observer,
               const std::stop_token& stop)
{
    if (observer.wantsRawStacks()) {
        for (auto& stack : js::rawStacks(*event))
            observer.onStack(std::move(stack));
    }
    observer.onStep("fetching symbols", 0, 0);
    auto scriptOptions = optionsOf(defaultSources, *event, options);
    scriptOptions.connectToReservedIps = connectToReservedIps;
    FL_TRY(const auto scripts,
           js::symbolicateScripts(services, std::get<ScriptEvent>(event->detail), scriptOptions,
                                  stop));
    const auto moduleCount = event->modules.size();
    auto report = js::makeScriptEventReport(std::move(event), scripts);
    report->sourceCount = scriptOptions.localPlaces.size() + (scriptOptions.sentry ? 1 : 0);
    report->isOffline = services.cache.isOffline();
    for (std::uint32_t i = 0; i < report->modules.size(); ++i)
        observer.onModule(i, report->modules[i]);
    for (const auto& stack : report->stacks)
        observer.onStack(stack);
    return symbolicate::SymbolicationResult{std::move(report),
                                            std::vector<symbolicate::ResolvedModule>(moduleCount)};
}

} // namespace faultline::engine
