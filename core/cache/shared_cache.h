// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/activity.h"
#include "core/base/log.h"
#include "core/base/worker_pool.h"
#include "core/cache/shared_backend.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

namespace faultline::cache {

/// Limits of the shared cache. Defaults: docs/spec/sources-and-caches.md §11.
struct SharedCacheLimits
{
    std::uint32_t maxConcurrentUploads = 20;
    std::uint32_t maxUploadQueue = 400;
    std::uint64_t maxPayloadBytes =
        4ull << 30; ///< Unpacked size; larger files are neither sent nor accepted.
};

/// Counts since the start.
struct SharedCacheCounts
{
    std::uint64_t hits = 0;
    std::uint64_t misses = 0; ///< Includes every failed fetch.
    std::uint64_t stored = 0;
    std::uint64_t alreadyThere = 0;
    std::uint64_t dropped = 0; ///< The queue was full or the upload failed.
};

/// Shares payloads between machines through a SharedBackend, packed with zstd and a checksum. Only
/// successes of current versions are shared. No caller waits for an upload, and every problem
/// counts as a miss. Thread-safe. Backend, pools and log must outlive it.
class SharedCache
{
public:
    using MakeTemp = std::function<Result<TempFile>()>;
    using FetchDone = SharedBackend::FetchDone;

    enum class Reason : std::uint8_t {
        New,    ///< The payload was made just now.
        Refresh ///< The payload is old. It is sent again if the store has lost it.
    };

    SharedCache(SharedBackend& backend,
                SharedCacheLimits limits,
                MakeTemp makeTemp,
                WorkerPool& compute,
                WorkerPool& io,
                LogSink& log);
    /// Gives uploads `kGrace` to end, then cancels them. Must not run on a pool's thread.
    ~SharedCache();
    SharedCache(const SharedCache&) = delete;
    SharedCache& operator=(const SharedCache&) = delete;

    static constexpr std::chrono::seconds kGrace{2};

    /// Unpacks into `target`. `done` is called once: on a compute worker with the file, or from any
    /// thread with Cancelled or NotFound. NotFound also stands for every failure, which is logged.
    void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done);

    /// Queues an upload, or drops it if the queue is full. Returns at once.
    void offer(std::string name, ByteView payload, Reason reason);

    SharedCacheCounts counts() const;

private:
    struct Upload
    {
        std::string name;
        ByteView payload;
        Reason reason = Reason::New;
    };

    using UploadPtr = std::shared_ptr<const Upload>;

    void unpack(TempFile packed, TempFile target, std::stop_token stop, FetchDone done);
    void missed(const Error& error);
    void startQueued();
    void begin(const UploadPtr& upload);
    void pack(const UploadPtr& upload);
    void ended(const Upload& upload, const Result<SharedBackend::StoreOutcome>& outcome);

    SharedBackend& m_backend;
    const SharedCacheLimits m_limits;
    const MakeTemp m_makeTemp;
    WorkerPool& m_compute;
    WorkerPool& m_io;
    LogSink& m_log;
    std::stop_source m_stop;
    Activity m_activity; // Uploads' calls to the back end, which outlive their answers.

    mutable std::mutex m_mutex; // Guards all members after it.
    std::condition_variable m_idle;
    std::deque<UploadPtr> m_queue;
    std::uint32_t m_running = 0;
    SharedCacheCounts m_counts;
};

} // namespace faultline::cache
