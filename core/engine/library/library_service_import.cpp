// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/engine/library/library_place.h"
#include "core/engine/library/library_service.h"

#include <semaphore>
#include <utility>

namespace faultline::engine {

/// One import, on the thread of imports.
class LibraryService::ImportRun
{
public:
    ImportRun(LibraryService& service, const ImportOrder& order, std::stop_token stop)
        : m_service(service), m_order(order), m_stop(std::move(stop))
    {
    }

    /// Returns the last notice.
    LibraryImport run()
    {
        tell(LibraryImport::Phase::Finding);
        auto outcome = contained([this] { return importAll(); });
        m_state.current.clear();
        if (outcome) {
            m_state.phase = LibraryImport::Phase::Done;
        } else if (m_stop.stop_requested()) {
            m_state.phase = LibraryImport::Phase::Cancelled;
        } else {
            m_state.phase = LibraryImport::Phase::Failed;
            m_state.error = std::move(outcome.error());
        }
        return std::move(m_state);
    }

private:
    void tell(LibraryImport::Phase phase)
    {
        m_state.phase = phase;
        auto told = m_state;
        m_state.finished.clear();
        m_service.m_callback(std::move(told));
    }

    Result<void> importAll()
    {
        FL_TRY(const auto files, filesToImport(m_order.paths, m_stop));
        ImportSetting setting;
        setting.customer = m_order.customer;
        setting.limits = m_service.m_limits;
        std::vector<std::string> queued;
        FL_CHECK(m_service.withStore([&](library::LibraryStore& store) -> Result<void> {
            FL_TRY(setting.rules, rulesOfLibrary(m_service.m_desk.file, std::nullopt, &store));
            FL_TRY(setting.mode, modeOfLibrary(store));
            FL_TRY(setting.batch, batchFor(store, m_order.paths, files));
            FL_TRY(queued, store.queued(setting.batch));
            return {};
        }));
        m_state.files = std::max(files.size(), queued.size());
        m_state.filesDone = m_state.files - queued.size();
        const auto batch = setting.batch;
        FL_CHECK(importFiles(queued, std::move(setting)));
        return m_service.withStore([batch](library::LibraryStore& store) {
            return store.finishBatch(batch, presentTime());
        });
    }

    Result<void> importFiles(const std::vector<std::string>& files, ImportSetting setting)
    {
        Importer importer(
            m_service.m_engine, [this](const StoreWork& work) { return m_service.withStore(work); },
            std::move(setting),
            [this](const std::string& path, const std::string& part, const Error& error) {
                m_state.finished.push_back({.path = path,
                                            .part = part,
                                            .state = library::BatchItemState::Failed,
                                            .problem = error.explain()});
            });
        for (const auto& file : files) {
            FL_CHECK(waitWhilePaused());
            m_state.current = file;
            tell(LibraryImport::Phase::Running);
            FL_TRY(auto outcome, importer.import(file, m_stop));
            auto& item = outcome.item;
            ++m_state.filesDone;
            m_state.counts = importer.counts();
            m_state.finished.push_back({.path = std::move(item.path),
                                        .part = {},
                                        .state = item.state,
                                        .problem = std::move(item.problem)});
        }
        return {};
    }

    Result<void> waitWhilePaused()
    {
        std::unique_lock lock(m_service.m_importMutex);
        if (m_service.m_isPaused) {
            lock.unlock();
            m_state.current.clear();
            tell(LibraryImport::Phase::Paused);
            lock.lock();
        }
        const bool goesOn =
            m_service.m_importChanged.wait(lock, m_stop, [this] { return !m_service.m_isPaused; });
        return goesOn && !m_stop.stop_requested() ? Result<void>() : fail(ErrorKind::Cancelled);
    }

    LibraryService& m_service;
    const ImportOrder& m_order;
    const std::stop_token m_stop;
    LibraryImport m_state;
};

/// On the thread of imports: lets the thread of the store do the work, and waits for it.
Result<void> LibraryService::withStore(const StoreWork& work)
{
    std::binary_semaphore isDone(0);
    Result<void> outcome;
    m_thread.post([&] {
        outcome = contained([&]() -> Result<void> {
            FL_TRY(auto* const store, storeForWriting());
            FL_CHECK(work(*store));
            tellChanges();
            return {};
        });
        isDone.release();
    });
    isDone.acquire();
    return outcome;
}

void LibraryService::runImport(const ImportOrder& order, const std::stop_token& stop)
{
    auto end = ImportRun(*this, order, stop).run();
    {
        const std::lock_guard lock(m_importMutex);
        m_isImporting = false;
    }
    m_callback(std::move(end)); // From now on another import can begin.
}

void LibraryService::startImport(std::vector<std::filesystem::path> paths, std::string customer)
{
    std::optional<Error> error;
    {
        const std::lock_guard lock(m_importMutex);
        if (m_isImporting)
            return;
        m_isPaused = false;
        auto thread = startThread(
            [this, order = ImportOrder{.paths = std::move(paths), .customer = std::move(customer)}](
                const std::stop_token& stop) { runImport(order, stop); });
        m_isImporting = thread.has_value();
        if (thread)
            m_importThread = *std::move(thread); // The last one has ended.
        else
            error = std::move(thread.error());
    }
    if (error)
        m_callback(LibraryImport{.phase = LibraryImport::Phase::Failed, .error = std::move(error)});
}

void LibraryService::pauseImport()
{
    const std::lock_guard lock(m_importMutex);
    m_isPaused = m_isImporting;
}

void LibraryService::resumeImport()
{
    {
        const std::lock_guard lock(m_importMutex);
        m_isPaused = false;
    }
    m_importChanged.notify_all();
}

void LibraryService::cancelImport()
{
    if (m_importThread)
        m_importThread.requestStop(); // Calls waiting code back, so no lock is held.
}

} // namespace faultline::engine
