// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/shared_cache.h"

#include "core/packing/compression.h"

#include <algorithm>

namespace faultline::cache {

SharedCache::SharedCache(SharedBackend& backend,
                         SharedCacheLimits limits,
                         MakeTemp makeTemp,
                         WorkerPool& compute,
                         WorkerPool& io,
                         LogSink& log)
    : m_backend(backend), m_limits(limits), m_makeTemp(std::move(makeTemp)), m_compute(compute),
      m_io(io), m_log(log)
{
}

SharedCache::~SharedCache()
{
    std::unique_lock lock(m_mutex);
    const auto isIdle = [this] { return m_running == 0 && m_queue.empty(); };
    if (!m_idle.wait_for(lock, kGrace, isIdle)) {
        m_counts.dropped += m_queue.size();
        m_queue.clear();
        lock.unlock();
        m_stop.request_stop();
        lock.lock();
    }
    m_idle.wait(lock, isIdle);
    lock.unlock();
    m_activity.waitUntilIdle();
}

// ---- Fetching

void SharedCache::missed(const Error& error)
{
    if (error.kind != ErrorKind::NotFound && error.kind != ErrorKind::Cancelled)
        m_log.write(LogLevel::Warning, "cache",
                    concat("shared cache, ", m_backend.describe(), ": ", error.describe()));
    const std::lock_guard lock(m_mutex);
    ++m_counts.misses;
}

void SharedCache::fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done)
{
    auto packed = target.createSibling();
    if (!packed) {
        missed(packed.error());
        return done(std::unexpected(std::move(packed.error())));
    }
    auto fetched = [this, stop, target = std::move(target),
                    done = std::move(done)](Result<TempFile> file) mutable {
        if (!file) {
            missed(file.error());
            const bool isCancelled = file.error().kind == ErrorKind::Cancelled;
            return done(fail(isCancelled ? ErrorKind::Cancelled : ErrorKind::NotFound,
                             file.error().detail));
        }
        m_compute.post([this, file = *std::move(file), target = std::move(target),
                        stop = std::move(stop), done = std::move(done)]() mutable {
            unpack(std::move(file), std::move(target), std::move(stop), std::move(done));
        });
    };
    m_backend.fetch(std::move(name), *std::move(packed), std::move(stop), std::move(fetched));
}

void SharedCache::unpack(TempFile packed, TempFile target, std::stop_token stop, FetchDone done)
{
    if (stop.stop_requested())
        return done(fail(ErrorKind::Cancelled, "no longer waited for"));
    const auto bytes = packed.map();
    const auto unpacked = bytes
                              ? packing::unpackZstd(bytes->span(), m_limits.maxPayloadBytes, target)
                              : Result<void>(std::unexpected(bytes.error()));
    if (!unpacked) {
        missed(unpacked.error());
        return done(fail(ErrorKind::NotFound, unpacked.error().detail));
    }
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts.hits;
    }
    done(std::move(target));
}

// ---- Uploading

void SharedCache::offer(std::string name, ByteView payload, Reason reason)
{
    if (payload.size() > m_limits.maxPayloadBytes)
        return;
    const std::lock_guard lock(m_mutex);
    if (m_queue.size() >= m_limits.maxUploadQueue) {
        ++m_counts.dropped;
        return;
    }
    m_queue.push_back(std::make_shared<const Upload>(std::move(name), std::move(payload), reason));
    startQueued();
}

/// Call it with the lock held.
void SharedCache::startQueued()
{
    const auto most = std::max(m_limits.maxConcurrentUploads, 1u);
    while (m_running < most && !m_queue.empty()) {
        ++m_running;
        m_io.post([this, token = m_activity.begin(), upload = std::move(m_queue.front())] {
            begin(upload);
        });
        m_queue.pop_front();
    }
}

void SharedCache::begin(const UploadPtr& upload)
{
    if (upload->reason == Reason::New)
        return pack(upload);
    m_backend.exists(upload->name, m_stop.get_token(), [this, upload](Result<bool> exists) {
        if (!exists)
            return ended(*upload, std::unexpected(std::move(exists.error())));
        if (*exists)
            return ended(*upload, SharedBackend::StoreOutcome::AlreadyThere);
        pack(upload);
    });
}

void SharedCache::pack(const UploadPtr& upload)
{
    m_compute.post([this, upload] {
        auto packed = m_makeTemp();
        auto written = packed ? packing::packZstd(upload->payload.span(), *packed)
                              : Result<void>(std::unexpected(packed.error()));
        auto bytes = written ? packed->map() : Result<ByteView>(std::unexpected(written.error()));
        if (!bytes)
            return ended(*upload, std::unexpected(std::move(bytes.error())));
        m_io.post([this, token = m_activity.begin(), upload, bytes = *std::move(bytes)] {
            m_backend.store(upload->name, bytes, m_stop.get_token(),
                            [this, upload](Result<SharedBackend::StoreOutcome> outcome) {
                                ended(*upload, outcome);
                            });
        });
    });
}

void SharedCache::ended(const Upload& upload, const Result<SharedBackend::StoreOutcome>& outcome)
{
    if (!outcome && outcome.error().kind != ErrorKind::Cancelled)
        m_log.write(LogLevel::Warning, "cache",
                    concat("shared cache, ", m_backend.describe(), ": ", upload.name,
                           " not stored: ", outcome.error().describe()));
    // Notifies under the lock, because the destructor may run as soon as nothing runs.
    const std::lock_guard lock(m_mutex);
    if (!outcome)
        ++m_counts.dropped;
    else if (*outcome == SharedBackend::StoreOutcome::Stored)
        ++m_counts.stored;
    else
        ++m_counts.alreadyThere;
    --m_running;
    startQueued();
    m_idle.notify_all();
}

SharedCacheCounts SharedCache::counts() const
{
    const std::lock_guard lock(m_mutex);
    return m_counts;
}

} // namespace faultline::cache
