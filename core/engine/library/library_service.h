// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/contained.h"
#include "core/base/parse_limits.h"
#include "core/base/thread_start.h"
#include "core/base/worker_pool.h"
#include "core/engine/library/column_reader.h"
#include "core/engine/library/library_desk.h"
#include "core/engine/library/library_import.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace faultline::engine {

/// The library of a window. One thread of its own owns the store and does all reading and writing;
/// an import has a second one, which reads and symbolicates files, and hands each report to the
/// first. Commands come from one thread.
class LibraryService final : public LibraryDesk
{
public:
    /// Called on the service's threads.
    using Callback = std::function<void(LibraryNotice)>;

    /// `engine` must outlive the service. Its settings are those of imports.
    LibraryService(Engine& engine, const ParseLimits& limits, Callback callback);
    /// Cancels an import and waits for the threads. No callback is called afterwards.
    ~LibraryService() override;
    LibraryService(const LibraryService&) = delete;
    LibraryService& operator=(const LibraryService&) = delete;

    void open(std::filesystem::path file) override;
    SearchId search(LibrarySearch search) override;
    void more(SearchId id, LibrarySearch search, std::uint64_t offset) override;
    void detail(library::HistoryOf of, std::int64_t id) override;
    void findOriginal(library::ReportId report) override;
    void study(library::GroupId group,
               std::int64_t now,
               std::uint32_t days,
               std::vector<library::QueryField> fields) override;
    void findAlike(library::GroupId group) override;
    ComparisonId compare(ComparedReport before, ComparedReport after) override;
    FindId findStacks(std::shared_ptr<const insight::TextPattern> pattern) override;
    void cancelFind() override;
    void readRules() override;
    TrialId tryRules(signature::RuleLayer own, std::optional<OpenReport> report) override;
    void applyRules(signature::RuleLayer own) override;
    void change(library::HistoryOf of,
                std::vector<library::Target> rows,
                library::TriageChange change) override;
    void undo(std::vector<library::ActionId> actions) override;
    void remove(library::HistoryOf of, std::vector<library::Target> rows) override;
    void lookForChanges() override;
    void startImport(std::vector<std::filesystem::path> paths, std::string customer) override;
    void pauseImport() override;
    void resumeImport() override;
    void cancelImport() override;

private:
    struct Stacks;

    /// What the thread of the store has; only its tasks touch it.
    struct Desk
    {
        std::filesystem::path file;
        std::shared_ptr<library::LibraryStore> store; ///< A signing keeps its store.
        std::uint64_t toldChange = 0;
        std::shared_ptr<Stacks> stacks; ///< Null until somebody asks what is alike.
    };

    template <class Task, class Failed>
    void post(Task task, Failed failed);
    bool isLatest(SearchId id) const;
    Result<library::LibraryStore*> store();
    Result<library::ReportLists*> lists();
    Result<library::LibraryStore*> storeForChanging();
    void finishChanges();
    void postCount(std::function<void()> count, const std::function<void(Error)>& failed);
    void postWaitingCounts();
    Result<library::LibraryStore*> storeForWriting();
    void tellChanges();

    Result<void> readPage(SearchId id,
                          const LibrarySearch& search,
                          const library::Query& query,
                          std::uint64_t offset);
    void refuse(SearchId id, Error error);
    void postCounts(SearchId id, const LibrarySearch& search, const library::Query& query);
    Result<void> readTotals(SearchId id, const library::Query& query);
    Result<LibraryFacts> readFacts(library::HistoryOf of, std::int64_t id);
    Result<LibraryOriginal> readOriginal(library::ReportId report);
    Result<ComparisonSide> readSide(const ComparedReport& report);
    Result<signature::Mode> presentMode();

    void stepAlike(library::GroupId group, std::uint64_t call);
    Result<bool> readStacks();
    Result<std::vector<AlikeGroup>> alikeGroups(library::GroupId id);

    struct Find;
    void stepFind(std::shared_ptr<Find> find);
    Result<bool> findMore(Find& find);

    struct Trial;
    LibraryRules rulesInForce();
    LibraryTrial
    readTrial(TrialId id, const signature::RuleLayer& own, const std::optional<OpenReport>& report);
    Result<signature::SignatureRulesPtr> presentRules();
    Result<std::shared_ptr<Trial>> beginSigning(TrialId id, signature::RuleLayer own, bool applies);
    void stepSigning(const std::shared_ptr<Trial>& trial);
    Result<bool> signMore(Trial& trial);
    Result<void> apply(const Trial& trial);
    Result<MovedReport> explainMove(const Trial& trial, library::ReportId id);
    void tellPreview(const Trial& trial, std::optional<Error> error);
    void endSigning(const Trial& trial, std::optional<Error> error);

    struct ImportOrder
    {
        std::vector<std::filesystem::path> paths;
        std::string customer;
    };

    class ImportRun;
    Result<void> withStore(const StoreWork& work);
    void runImport(const ImportOrder& order, const std::stop_token& stop);

    Engine& m_engine;
    const ParseLimits m_limits;
    const Callback m_callback;
    Desk m_desk;
    ColumnReader m_columns{[this] { postWaitingCounts(); }}; ///< Of the desk's library.

    struct WaitingCount
    {
        std::function<void()> count;
        std::function<void(Error)> failed;
    };

    std::vector<WaitingCount> m_waiting; ///< For columns; of the thread of the store.
    std::atomic<std::uint64_t> m_lastSearch = 0;
    std::atomic<std::uint64_t> m_lastDetail = 0;
    std::atomic<std::uint64_t> m_lastStudy = 0;
    std::atomic<std::uint64_t> m_lastTrial = 0;
    std::atomic<std::uint64_t> m_lastFind = 0;
    std::atomic<std::uint64_t> m_lastAlike = 0;
    std::uint64_t m_lastComparison = 0; ///< Of the thread that commands come from.

    std::mutex m_importMutex; // Guards m_isImporting and m_isPaused.
    std::condition_variable_any m_importChanged;
    bool m_isImporting = false;
    bool m_isPaused = false;
    Thread m_importThread;  ///< Of the last import.
    std::stop_source m_end; ///< Of what reads from the library.

    WorkerPool m_thread{1}; // Last, because its tasks use the other members.
};

/// Somebody waits for the answer of each task, so that one which runs out of memory answers, too.
template <class Task, class Failed>
void LibraryService::post(Task task, Failed failed)
{
    m_thread.post([task = std::move(task), failed = std::move(failed)]() mutable {
        if (auto done = contained(task); !done)
            containedAlone([&] { failed(std::move(done.error())); });
    });
}

} // namespace faultline::engine
