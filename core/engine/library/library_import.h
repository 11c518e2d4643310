// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/engine/library/import_counts.h"
#include "core/library/library_store.h"
#include "core/redact/redact.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::intake {

struct CrashFile;

} // namespace faultline::intake

namespace faultline::engine {

class Engine;

/// The report of a crash file of `path`, with everything that this machine has. Errors: those of
/// reading it and of Engine::run().
Result<ReportPtr> reportOfPart(Engine& engine,
                               const std::filesystem::path& path,
                               const intake::CrashFile& file,
                               const ParseLimits& limits,
                               const std::stop_token& stop);

/// The files that the paths mean, absolute and sorted, each once: of folders, every file below.
/// Errors: those of reading a folder; Cancelled.
Result<std::vector<std::string>> filesToImport(const std::vector<std::filesystem::path>& paths,
                                               const std::stop_token& stop);

/// The batch of an equal import that was interrupted, otherwise a new one, with its files queued.
/// Errors: those of the store.
Result<library::BatchId> batchFor(library::LibraryStore& store,
                                  const std::vector<std::filesystem::path>& paths,
                                  std::span<const std::string> files);

/// The parts of a crash file that a library has: a former import may have been interrupted. Errors:
/// those of the store.
Result<std::vector<std::string>> knownParts(library::LibraryStore& store,
                                            const std::string& sha256);

/// What every file of an import is treated with.
struct ImportSetting
{
    signature::SignatureRulesPtr rules;
    signature::Mode mode = signature::Mode::Faultline;
    library::BatchId batch = 0;
    /// Only Full keeps the whole path of a file; others keep its name.
    redact::Profile profile = redact::Profile::Full;
    bool keepsEnvironment = false;
    std::string customer;
    ParseLimits limits{};
};

/// Runs work with the store, on the thread that owns it, and returns when it is done.
using StoreWork = std::function<Result<void>(library::LibraryStore&)>;
using WithStore = std::function<Result<void>(const StoreWork&)>;

struct ImportOutcome
{
    library::BatchItem item;
    std::optional<Error> failure{}; ///< Of an item that failed.
};

/// Reads, symbolicates, signs and stores, with one engine for all files, so that they share its
/// caches: a module is downloaded once for all reports. For one thread.
class Importer
{
public:
    /// Called with each part of a container that cannot be read while others can.
    using PartFailed =
        std::function<void(const std::string& path, const std::string& part, const Error& error)>;

    /// `engine` must outlive the importer.
    Importer(Engine& engine, WithStore withStore, ImportSetting setting, PartFailed partFailed);

    /// Imports all crash files of `path` and records the outcome in the batch; a file that cannot
    /// be read is Failed. Errors end the import: the library cannot be written, or Cancelled, after
    /// which the file stays queued.
    Result<ImportOutcome> import(const std::string& path, const std::stop_token& stop);

    const ImportCounts& counts() const { return m_counts; }

private:
    struct File
    {
        std::filesystem::path path;
        std::string sha256;
    };

    Result<void> importFile(File file, library::BatchItem& item, const std::stop_token& stop);
    Result<void>
    importPart(const File& file, const intake::CrashFile& part, const std::stop_token& stop);
    Result<void> failedPart(const std::string& path,
                            const std::string& part,
                            const Error& error,
                            const Result<void>& before);
    Result<void> store(const library::NewReport& report);
    Result<library::NewReport> newReport(const ReportPtr& whole) const;

    Engine& m_engine;
    WithStore m_withStore;
    ImportSetting m_setting;
    PartFailed m_partFailed;
    ImportCounts m_counts;
    Result<void> m_ending; ///< What ends the import.
};

} // namespace faultline::engine
