// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_import.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/library/library_place.h"
#include "core/engine/local_files.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/library/report_payload.h"
#include "core/library/report_record.h"

#include <algorithm>
#include <utility>

namespace faultline::engine {

namespace {

Result<void> addFolder(const std::filesystem::path& folder,
                       std::vector<std::string>& files,
                       const std::stop_token& stop)
{
    FL_TRY(auto walk, FolderWalk::begin(folder));
    while (const auto* entry = walk.next()) {
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled);
        std::error_code error;
        if (!entry->isFolder && std::filesystem::is_regular_file(entry->path, error))
            files.push_back(entry->path.string());
    }
    return {};
}

std::filesystem::path wholePath(const std::filesystem::path& path)
{
    return std::filesystem::absolute(path).lexically_normal();
}

/// Names an import, so that an equal one goes on with it.
std::string sourceText(const std::vector<std::filesystem::path>& paths)
{
    std::string text;
    for (const auto& path : paths)
        text += (text.empty() ? "" : "\n") + wholePath(path).string();
    return toValidUtf8(text);
}

} // namespace

Result<ReportPtr> reportOfPart(Engine& engine,
                               const std::filesystem::path& path,
                               const intake::CrashFile& file,
                               const ParseLimits& limits,
                               const std::stop_token& stop)
{
    FL_TRY(auto content, file.open());
    FL_TRY(auto input, intake::readInput(std::move(content), limits, intake::openPolicy()));
    auto options = std::move(input.options);
    allowLocalFiles(options, path);
    auto report = engine.run(input.event, options, stop);
    if (stop.stop_requested())
        return fail(ErrorKind::Cancelled); // What there is of the report is not the whole.
    return report;
}

Result<std::vector<std::string>> filesToImport(const std::vector<std::filesystem::path>& paths,
                                               const std::stop_token& stop)
{
    std::vector<std::string> files;
    for (const auto& path : paths) {
        std::error_code error;
        const auto whole = wholePath(path);
        if (std::filesystem::is_directory(whole, error))
            FL_CHECK(addFolder(whole, files, stop));
        else
            files.push_back(whole.string());
    }
    std::ranges::sort(files);
    const auto repeated = std::ranges::unique(files);
    files.erase(repeated.begin(), repeated.end());
    return files;
}

Result<library::BatchId> batchFor(library::LibraryStore& store,
                                  const std::vector<std::filesystem::path>& paths,
                                  std::span<const std::string> files)
{
    const auto source = sourceText(paths);
    FL_TRY(const auto batches, store.batches());
    const auto open = std::ranges::find_if(batches, [&](const library::BatchSummary& batch) {
        return !batch.finishedAt && batch.source == source;
    });
    auto batch = open != batches.end() ? Result<library::BatchId>(open->id)
                                       : store.beginBatch(source, presentTime());
    if (batch)
        FL_CHECK(store.queue(*batch, files));
    return batch;
}

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

Importer::Importer(Engine& engine,
                   WithStore withStore,
                   ImportSetting setting,
                   PartFailed partFailed)
    : m_engine(engine), m_withStore(std::move(withStore)), m_setting(std::move(setting)),
      m_partFailed(std::move(partFailed))
{
}

Result<ImportOutcome> Importer::import(const std::string& path, const std::stop_token& stop)
{
    ImportOutcome outcome{
        .item = {
            .path = path, .state = library::BatchItemState::Done, .problem = {}, .reports = 0}};
    auto& item = outcome.item;
    const auto imported = importFile({.path = path, .sha256 = {}}, item, stop);
    FL_CHECK(std::exchange(m_ending, {}));
    if (stop.stop_requested())
        return fail(ErrorKind::Cancelled);
    if (!imported) {
        item.state = library::BatchItemState::Failed;
        item.problem = imported.error().explain();
        outcome.failure = imported.error();
        ++m_counts.failed;
    }
    FL_CHECK(m_withStore(
        [&](library::LibraryStore& store) { return store.finishItem(m_setting.batch, item); }));
    return outcome;
}

Result<void> Importer::importFile(File file, library::BatchItem& item, const std::stop_token& stop)
{
    FL_TRY(const auto bytes, mapForeignFile(file.path));
    file.sha256 = sha256Hex(bytes.span());
    std::vector<std::string> known;
    m_ending = m_withStore([&](library::LibraryStore& store) -> Result<void> {
        FL_TRY(known, knownParts(store, file.sha256));
        return {};
    });
    FL_CHECK(m_ending);
    FL_TRY(const auto parts, intake::findCrashFilesAt(file.path, m_setting.limits));
    bool isKnown = true;
    Result<void> outcome;
    for (const auto& part : parts) {
        if (std::ranges::find(known, part.name) != known.end()) {
            ++m_counts.duplicates;
            continue;
        }
        isKnown = false;
        const auto imported = importPart(file, part, stop);
        if (!m_ending || stop.stop_requested())
            return imported;
        if (imported)
            ++item.reports;
        else
            outcome = failedPart(item.path, part.name, imported.error(), outcome);
    }
    if (isKnown)
        item.state = library::BatchItemState::Duplicate;
    return outcome;
}

Result<void>
Importer::importPart(const File& file, const intake::CrashFile& part, const std::stop_token& stop)
{
    FL_TRY(const auto whole, reportOfPart(m_engine, file.path, part, m_setting.limits, stop));
    FL_TRY(auto report, newReport(whole));
    report.record.sha256 = file.sha256;
    report.record.part = part.name;
    report.record.path = toValidUtf8(m_setting.profile == redact::Profile::Full
                                         ? std::filesystem::absolute(file.path).string()
                                         : file.path.filename().string());
    return store(report);
}

/// One damaged part of a container does not keep the others out. The first one's error is the
/// file's; the others are told here.
Result<void> Importer::failedPart(const std::string& path,
                                  const std::string& part,
                                  const Error& error,
                                  const Result<void>& before)
{
    if (before)
        return std::unexpected(error);
    ++m_counts.failed;
    m_partFailed(path, part, error);
    return before;
}

Result<library::NewReport> Importer::newReport(const ReportPtr& whole) const
{
    auto kept = redact::redact(whole, m_setting.profile).report;
    library::NewReport report;
    const auto signature = signature::signatureOf(*kept, *m_setting.rules, m_setting.mode);
    kept = signature::withSignature(std::move(kept), *m_setting.rules);
    report.record = library::recordOf(*kept, signature);
    report.batch = m_setting.batch;
    report.importedAt = presentTime();
    report.customer = m_setting.customer;
    FL_TRY(report.payload,
           library::packReport(*kept, m_setting.keepsEnvironment ? library::Environment::Keep
                                                                 : library::Environment::LeaveOut));
    return report;
}

Result<void> Importer::store(const library::NewReport& report)
{
    m_ending = m_withStore([&](library::LibraryStore& store) -> Result<void> {
        FL_TRY(const auto added, store.add(report));
        if (added.kind == library::Added::Kind::Duplicate) {
            ++m_counts.duplicates;
            return {};
        }
        ++m_counts.added;
        m_counts.regressions += added.isRegression ? 1 : 0;
        return {};
    });
    return m_ending;
}

} // namespace faultline::engine
