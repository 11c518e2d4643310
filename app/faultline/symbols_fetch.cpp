// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "app/faultline/symbols_command.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/cache/cache_cleanup.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/json/json_writer.h"
#include "core/model/report.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

namespace {

/// A module without symbols, and the reason.
struct MissingModule
{
    std::string name;
    std::string reason;
};

struct FetchSummary
{
    std::uint64_t modules = 0;
    std::uint64_t withSymbols = 0;
    std::uint64_t withUnwindData = 0;
    std::uint64_t withSources = 0;
    std::uint64_t fetchedFiles = 0; ///< Fetched by this run over a network.
    std::uint64_t fetchedBytes = 0;
    std::uint64_t presentFiles = 0; ///< Already in the caches or on this machine.
    bool sourceFailed = false;      ///< A source could not be asked.
    std::vector<MissingModule> missing;
};

void countFiles(const ModuleReport& module, FetchSummary& summary)
{
    for (const auto& candidate : module.candidates) {
        if (candidate.download != DownloadStatus::Ok)
            continue;
        if (candidate.layer == AnswerLayer::Network) {
            ++summary.fetchedFiles;
            summary.fetchedBytes += candidate.sizeBytes;
        } else {
            ++summary.presentFiles;
        }
    }
}

std::string nameOf(const ModuleReport& module)
{
    const auto& file = module.module.codeFile ? module.module.codeFile : module.module.debugFile;
    return file ? std::string(baseName(*file)) : concat("module ", module.requestIndex);
}

FetchSummary summarise(const Report& report)
{
    FetchSummary summary;
    for (const auto& module : report.modules) {
        ++summary.modules;
        countFiles(*module, summary);
        if (module->debugStatus == ObjectFileStatus::Found)
            ++summary.withSymbols;
        else
            summary.missing.push_back(
                {nameOf(*module),
                 concat(objectFileStatusName(module->debugStatus),
                        module->debugDetails.empty() ? "" : ": ", module->debugDetails)});
        if (module->unwindStatus == ObjectFileStatus::Found)
            ++summary.withUnwindData;
        if (module->features.hasSources)
            ++summary.withSources;
        summary.sourceFailed |= module->debugStatus == ObjectFileStatus::FetchingFailed ||
                                module->debugStatus == ObjectFileStatus::Timeout;
    }
    return summary;
}

std::string summaryText(const std::filesystem::path& file, const FetchSummary& summary)
{
    auto text = concat(
        escapeControls(file.string()), "\n  ", summary.modules, " modules: ", summary.withSymbols,
        " with symbols, ", summary.withUnwindData, " with unwind data, ", summary.withSources,
        " with sources\n  ", summary.fetchedFiles, " files fetched (",
        cache::sizeText(summary.fetchedBytes), "), ", summary.presentFiles, " already there\n");
    for (const auto& module : summary.missing)
        text += concat("  without symbols: ", escapeControls(module.name), " (",
                       escapeControls(module.reason), ")\n");
    return text;
}

std::string summaryJson(const std::filesystem::path& file, const FetchSummary& summary)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("file", file.string()).member("modules", summary.modules);
    json.member("with_symbols", summary.withSymbols);
    json.member("with_unwind_data", summary.withUnwindData);
    json.member("with_sources", summary.withSources);
    json.member("fetched_files", summary.fetchedFiles);
    json.member("fetched_bytes", summary.fetchedBytes);
    json.member("present_files", summary.presentFiles).key("without_symbols").beginArray();
    for (const auto& module : summary.missing)
        json.beginObject()
            .member("module", module.name)
            .member("reason", module.reason)
            .endObject();
    json.endArray().endObject();
    return text + "\n";
}

ExitCode fetchFor(const std::filesystem::path& file,
                  engine::Engine& engine,
                  const ParseLimits& limits,
                  ProgressLine& progress,
                  OutputFormat format)
{
    auto input = readCrashInput(file, limits);
    if (!input) {
        complain(file.string(), input.error());
        return ExitCode::Unreadable;
    }
    input->options.fetchAllModules = true;
    const auto report = engine.run(input->event, input->options, {});
    progress.clear();
    if (!report) {
        complain(file.string(), report.error());
        return ExitCode::Failed;
    }
    const auto summary = summarise(**report);
    const auto text =
        format == OutputFormat::Json ? summaryJson(file, summary) : summaryText(file, summary);
    std::fputs(text.c_str(), stdout);
    return summary.sourceFailed ? ExitCode::SourceFailed : ExitCode::Ok;
}

} // namespace

ExitCode run(const SymbolsFetchArguments& arguments)
{
    auto config = loadUserSettings(arguments.config);
    if (config && !config->engine.cacheDir)
        config = fail(ErrorKind::NotFound, "no caching configured: cache_dir is not set");
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    showRemarks(*config);
    if (const auto added = addSymbolSources(arguments.symbols, config->engine); !added) {
        complain("--symbols", added.error());
        return ExitCode::Usage;
    }
    const auto log = makeConsoleLog(config->logging);
    ProgressLine progress;
    engine::Engine engine(config->engine, *log,
                          [&](const engine::Notice& notice) { progress.show(notice); });
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome,
                        fetchFor(file, engine, config->engine.limits, progress, arguments.format));
    return outcome;
}

} // namespace faultline::app
