// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_import.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/report_output.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/library/library_place.h"
#include "core/intake/crash_files.h"
#include "core/json/json_writer.h"
#include "core/redact/redact.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace faultline::app {

namespace {

/// Imports with an engine of its own, and says in the terminal what happens.
class ConsoleImport
{
public:
    ConsoleImport(const config::ServiceConfig& config,
                  library::LibraryStore& store,
                  engine::ImportSetting setting)
        : m_log(makeConsoleLog(config.logging)),
          m_engine(config.engine,
                   *m_log,
                   [this](const engine::Notice& notice) { m_progress.show(notice); }),
          m_importer(
              m_engine,
              [&store](const engine::StoreWork& work) { return work(store); },
              std::move(setting),
              [this](const std::string& path, const std::string& part, const Error& error) {
                  complainOf(concat(escapeControls(path), ": ", escapeControls(part)), error);
              })
    {
    }

    /// Errors end the import: the library cannot be written.
    Result<void> import(const std::string& path)
    {
        FL_TRY(const auto outcome, m_importer.import(path, {}));
        if (outcome.failure)
            complainOf(path, *outcome.failure);
        return {};
    }

    const engine::ImportCounts& counts() const { return m_importer.counts(); }

private:
    void complainOf(const std::string& label, const Error& error)
    {
        m_progress.clear();
        complain(label, error);
    }

    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed before what its callbacks use.
    engine::Importer m_importer;
};

/// Says which reports would be imported, and which the library has already.
class DryRun
{
public:
    DryRun(library::LibraryStore* store, const ParseLimits& limits)
        : m_store(store), m_limits(limits)
    {
    }

    /// Errors: the file cannot be read or is no crash file, those of the library.
    Result<void> count(const std::string& path)
    {
        FL_TRY(const auto bytes, mapForeignFile(path));
        const auto sha256 = sha256Hex(bytes.span());
        std::vector<std::string> known = m_seen[sha256];
        if (m_store != nullptr) {
            FL_TRY(const auto stored, engine::knownParts(*m_store, sha256));
            known.insert(known.end(), stored.begin(), stored.end());
        }
        FL_TRY(const auto files, intake::findCrashFilesAt(path, m_limits));
        for (const auto& file : files) {
            const bool isKnown = std::ranges::find(known, file.name) != known.end();
            ++(isKnown ? m_summary.duplicates : m_summary.added);
            m_seen[sha256].push_back(file.name);
        }
        return {};
    }

    void countFailure() { ++m_summary.failed; }

    const engine::ImportCounts& summary() const { return m_summary; }

private:
    library::LibraryStore* m_store; ///< Null: there is no library yet.
    ParseLimits m_limits;
    engine::ImportCounts m_summary;
    std::map<std::string, std::vector<std::string>> m_seen; ///< Parts by the files' digests.
};

void printSummary(const engine::ImportCounts& summary, OutputFormat format)
{
    std::string text;
    if (format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().member("added", summary.added).member("duplicates", summary.duplicates);
        json.member("regressions", summary.regressions).member("failed", summary.failed);
        json.endObject();
        text += '\n';
    } else {
        text = concat(summary.added, " added, ", summary.duplicates, " duplicates, ",
                      summary.failed, " failed", summary.regressions == 0 ? "" : "; regressions: ",
                      summary.regressions == 0 ? std::string() : concat(summary.regressions), "\n");
    }
    std::fputs(text.c_str(), stdout);
}

Result<engine::ImportCounts> importAll(const LibraryImportArguments& arguments,
                                       const config::ServiceConfig& config,
                                       signature::SignatureRulesPtr rules,
                                       const std::vector<std::string>& files)
{
    FL_TRY(const auto store, openLibrary(arguments, LibraryAccess::Create));
    engine::ImportSetting setting{.rules = std::move(rules),
                                  .profile = profileOf(arguments.share),
                                  .keepsEnvironment = arguments.environment,
                                  .customer = arguments.customer,
                                  .limits = config.engine.limits};
    FL_TRY(setting.mode, libraryMode(*store, arguments.mode));
    FL_TRY(setting.batch, engine::batchFor(*store, arguments.paths, files));
    const auto batch = setting.batch;
    FL_TRY(const auto queued, store->queued(batch));
    ConsoleImport import(config, *store, std::move(setting));
    for (const auto& path : queued)
        FL_CHECK(import.import(path));
    FL_CHECK(store->finishBatch(batch, engine::presentTime()));
    return import.counts();
}

ExitCode dryRun(const LibraryImportArguments& arguments,
                const ParseLimits& limits,
                const std::vector<std::string>& files)
{
    const auto store = openLibrary(arguments, LibraryAccess::Read);
    if (!store && store.error().kind != ErrorKind::NotFound)
        return libraryFailure(store.error());
    DryRun dryRun(store ? store->get() : nullptr, limits);
    for (const auto& file : files) {
        if (const auto counted = dryRun.count(file); !counted) {
            complain(file, counted.error());
            dryRun.countFailure();
        }
    }
    printSummary(dryRun.summary(), arguments.format);
    return dryRun.summary().failed == 0 ? ExitCode::Ok : ExitCode::Unreadable;
}

} // namespace

ExitCode run(const LibraryImportArguments& arguments)
{
    auto rules = libraryRules(arguments, arguments.rules);
    const auto config = localConfig(arguments.config, arguments.symbols, arguments.offline);
    if (!rules)
        return rulesFailure(rules.error());
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    const auto files = engine::filesToImport(arguments.paths, {});
    if (!files) {
        complain(files.error());
        return ExitCode::Unreadable;
    }
    if (arguments.dryRun)
        return dryRun(arguments, config->engine.limits, *files);
    const auto summary = importAll(arguments, *config, *std::move(rules), *files);
    if (!summary)
        return libraryFailure(summary.error());
    printSummary(*summary, arguments.format);
    return summary->failed == 0 ? ExitCode::Ok : ExitCode::Unreadable;
}

} // namespace faultline::app
