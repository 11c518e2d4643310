// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/worker_pool.h"
#include "core/cache/cache_cleaner.h"
#include "core/engine/cache_desk.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>

namespace faultline::engine {

/// Checks what the cache itself does not know: symcaches have checksums for their sections.
Result<void>
checkCachedPayload(std::string_view kind, std::uint32_t version, const ByteView& payload);

/// Looks after the cache folder of a window: measures, cleans, checks and clears it on a thread of
/// its own, one after the other, and cleans it at intervals. Commands come from one thread.
class CacheService final : public CacheDesk
{
public:
    /// Called on the service's thread.
    using Callback = std::function<void(CacheNotice)>;

    /// `log` must outlive the service.
    CacheService(std::filesystem::path folder, CacheRules rules, LogSink& log, Callback callback);
    /// Ends what is being done. No callback is called afterwards.
    ~CacheService() override;
    CacheService(const CacheService&) = delete;
    CacheService& operator=(const CacheService&) = delete;

    void measure() override;
    void setRules(CacheRules rules) override;
    void cleanUp() override;
    void verify() override;
    void clear(std::vector<std::string> kinds) override;
    void cancel() override;

private:
    template <class Work>
    void post(CacheWork::Kind kind, Work work);
    void tellState(const std::stop_token& stop);
    void restartCleaner();
    std::stop_token stopToken();

    const std::filesystem::path m_folder;
    LogSink& m_log;
    const Callback m_callback;
    CacheRules m_rules; ///< Like the next member, only the service's thread uses it.
    std::optional<cache::CacheCleaner> m_cleaner;

    std::mutex m_mutex; // Guards m_stop.
    std::stop_source m_stop;

    WorkerPool m_thread{1}; // Last, because its tasks use the other members.
};

} // namespace faultline::engine
