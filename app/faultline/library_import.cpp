// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/progress_line.h"
#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/hash.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/json/json_writer.h"
#include "core/library/report_payload.h"
#include "core/redact/redact.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace faultline::app {

namespace {

struct ImportSummary
{
    std::uint64_t added = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t regressions = 0;
    std::uint64_t failed = 0;
};

redact::Profile profileOf(ShareWith share)
{
    switch (share) {
    case ShareWith::Everything: return redact::Profile::Full;
    case ShareWith::Team: return redact::Profile::Team;
    case ShareWith::Outside: break;
    }
    return redact::Profile::ShareOutside;
}

/// The parts of a container that a library has: a former import may have been interrupted.
Result<std::vector<std::string>> knownParts(library::LibraryStore& store, const std::string& sha256)
{
    std::vector<std::string> parts;
    FL_TRY(const auto ids, store.findFile(sha256));
    for (const auto id : ids) {
        FL_TRY(auto report, store.report(id));
        parts.push_back(std::move(report.record.part));
    }
    return parts;
}

/// What every file of an import is treated with.
struct ImportSetting
{
    signature::SignatureRulesPtr rules;
    signature::Mode mode = signature::Mode::Faultline;
    library::BatchId batch = 0;
};

/// Reads, symbolicates, signs and stores, with one engine for all files, so that they share its
/// caches: a module is downloaded once for all reports.
class Importer
{
public:
    Importer(const LibraryImportArguments& arguments,
             const config::ServiceConfig& config,
             library::LibraryStore& store,
             ImportSetting setting)
        : m_arguments(arguments), m_store(store), m_setting(std::move(setting)),
          m_limits(config.engine.limits), m_log(makeConsoleLog(config.logging)),
          m_engine(config.engine, *m_log, [this](const engine::Notice& notice) {
              m_progress.show(notice);
          })
    {
    }

    /// Errors end the import: the library cannot be written. A file that cannot be read is its
    /// item's outcome.
    Result<void> import(const std::string& path)
    {
        library::BatchItem item{
            .path = path, .state = library::BatchItemState::Done, .problem = {}, .reports = 0};
        const auto imported = importFile(path, item);
        if (!imported) {
            item.state = library::BatchItemState::Failed;
            item.problem = imported.error().explain();
            ++m_summary.failed;
            m_progress.clear();
            complain(path, imported.error());
        }
        FL_CHECK(std::exchange(m_storeFailure, {}));
        return m_store.finishItem(m_setting.batch, item);
    }

    const ImportSummary& summary() const { return m_summary; }

private:
    Result<void> importFile(const std::filesystem::path& path, library::BatchItem& item)
    {
        FL_TRY(const auto bytes, mapForeignFile(path));
        const auto sha256 = sha256Hex(bytes.span());
        FL_TRY(const auto known, knownParts(m_store, sha256));
        FL_TRY(const auto files, intake::findCrashFilesAt(path, m_limits));
        bool isKnown = true;
        Result<void> outcome;
        for (const auto& file : files) {
            if (std::ranges::find(known, file.name) != known.end()) {
                ++m_summary.duplicates;
                continue;
            }
            isKnown = false;
            const auto imported = importPart(path, sha256, file);
            if (!m_storeFailure)
                return m_storeFailure;
            if (imported)
                ++item.reports;
            else
                outcome = failedPart(path, file, imported.error(), outcome);
        }
        if (isKnown)
            item.state = library::BatchItemState::Duplicate;
        return outcome;
    }

    /// One damaged part of a container does not keep the others out. The first one's error is the
    /// file's; the others are told here.
    Result<void> failedPart(const std::filesystem::path& path,
                            const intake::CrashFile& file,
                            const Error& error,
                            const Result<void>& before)
    {
        if (before)
            return std::unexpected(error);
        ++m_summary.failed;
        m_progress.clear();
        complain(crashFileLabel(path, file), error);
        return before;
    }

    Result<void> importPart(const std::filesystem::path& path,
                            const std::string& sha256,
                            const intake::CrashFile& file)
    {
        FL_TRY(auto content, file.open());
        FL_TRY(auto input, intake::readInput(std::move(content), m_limits, intake::openPolicy()));
        auto options = std::move(input.options);
        allowLocalFiles(options, path);
        FL_TRY(const auto whole, m_engine.run(input.event, options, {}));
        FL_TRY(auto report, newReport(whole));
        report.record.sha256 = sha256;
        report.record.part = file.name;
        report.record.path = m_arguments.share == ShareWith::Everything
                                 ? toValidUtf8(std::filesystem::absolute(path).string())
                                 : toValidUtf8(path.filename().string());
        return store(report);
    }

    Result<library::NewReport> newReport(const ReportPtr& whole)
    {
        auto kept = redact::redact(whole, profileOf(m_arguments.share)).report;
        library::NewReport report;
        const auto signature = signature::signatureOf(*kept, *m_setting.rules, m_setting.mode);
        kept = signature::withSignature(std::move(kept), *m_setting.rules);
        report.record = library::recordOf(*kept, signature);
        report.batch = m_setting.batch;
        report.importedAt = presentTime();
        report.customer = m_arguments.customer;
        FL_TRY(report.payload, library::packReport(*kept, m_arguments.environment
                                                              ? library::Environment::Keep
                                                              : library::Environment::LeaveOut));
        return report;
    }

    Result<void> store(const library::NewReport& report)
    {
        const auto added = m_store.add(report);
        if (!added) {
            m_storeFailure = std::unexpected(added.error());
            return std::unexpected(added.error());
        }
        if (added->kind == library::Added::Kind::Duplicate) {
            ++m_summary.duplicates;
            return {};
        }
        ++m_summary.added;
        m_summary.regressions += added->isRegression ? 1 : 0;
        return {};
    }

    const LibraryImportArguments& m_arguments;
    library::LibraryStore& m_store;
    ImportSetting m_setting;
    ImportSummary m_summary;
    Result<void> m_storeFailure;
    ParseLimits m_limits;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
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
            FL_TRY(const auto stored, knownParts(*m_store, sha256));
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

    const ImportSummary& summary() const { return m_summary; }

private:
    library::LibraryStore* m_store; ///< Null: there is no library yet.
    ParseLimits m_limits;
    ImportSummary m_summary;
    std::map<std::string, std::vector<std::string>> m_seen; ///< Parts by the files' digests.
};

Result<void> addFolder(const std::filesystem::path& folder, std::vector<std::string>& files)
{
    FL_TRY(auto walk, FolderWalk::begin(folder));
    while (const auto* entry = walk.next()) {
        std::error_code error;
        if (!entry->isFolder && std::filesystem::is_regular_file(entry->path, error))
            files.push_back(entry->path.string());
    }
    return {};
}

/// The files that the paths mean, sorted, each once.
Result<std::vector<std::string>> filesOf(const std::vector<std::filesystem::path>& paths)
{
    std::vector<std::string> files;
    for (const auto& path : paths) {
        std::error_code error;
        const auto absolute = std::filesystem::absolute(path).lexically_normal();
        if (std::filesystem::is_directory(absolute, error))
            FL_CHECK(addFolder(absolute, files));
        else
            files.push_back(absolute.string());
    }
    std::ranges::sort(files);
    const auto repeated = std::ranges::unique(files);
    files.erase(repeated.begin(), repeated.end());
    return files;
}

/// The batch of an equal import that was interrupted, otherwise a new one.
Result<library::BatchId> batchFor(library::LibraryStore& store, const std::string& source)
{
    FL_TRY(const auto batches, store.batches());
    const auto open = std::ranges::find_if(batches, [&](const library::BatchSummary& batch) {
        return !batch.finishedAt && batch.source == source;
    });
    return open != batches.end() ? Result<library::BatchId>(open->id)
                                 : store.beginBatch(source, presentTime());
}

std::string sourceText(const std::vector<std::filesystem::path>& paths)
{
    std::string text;
    for (const auto& path : paths)
        text += (text.empty() ? "" : "\n") +
                std::filesystem::absolute(path).lexically_normal().string();
    return toValidUtf8(text);
}

void printSummary(const ImportSummary& summary, OutputFormat format)
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

Result<ImportSummary> importAll(const LibraryImportArguments& arguments,
                                const config::ServiceConfig& config,
                                signature::SignatureRulesPtr rules,
                                const std::vector<std::string>& files)
{
    FL_TRY(const auto store, openLibrary(arguments, LibraryAccess::Create));
    ImportSetting setting{.rules = std::move(rules)};
    FL_TRY(setting.mode, libraryMode(*store, arguments.mode));
    FL_TRY(setting.batch, batchFor(*store, sourceText(arguments.paths)));
    const auto batch = setting.batch;
    FL_CHECK(store->queue(batch, files));
    FL_TRY(const auto queued, store->queued(batch));
    Importer importer(arguments, config, *store, std::move(setting));
    for (const auto& path : queued)
        FL_CHECK(importer.import(path));
    FL_CHECK(store->finishBatch(batch, presentTime()));
    return importer.summary();
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
    if (!rules || !config) {
        complain(rules ? config.error() : rules.error());
        return ExitCode::Usage;
    }
    const auto files = filesOf(arguments.paths);
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
