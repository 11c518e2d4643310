// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/worker_pool.h"
#include "core/cache/cache_cleaner.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/net/download/downloader.h"
#include "core/net/transport/transport.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/native_caches.h"

#include <functional>
#include <memory>
#include <optional>

namespace faultline::engine {

/// Pools, transport, downloader, caches and indexes, created from the configuration in the order of
/// their dependencies. Must outlive every job. Its destructor waits for the pools' work.
class EngineServices
{
public:
    /// Called on engine threads, also inside cancelAll().
    using OnTransfer = std::function<void(TransferProgress)>;

    /// The log must outlive the services.
    EngineServices(const EngineConfig& config, LogSink& log, OnTransfer onTransfer);

    /// Starts what no work can do without, unless it runs. Errors: those of startThread().
    Result<void> ensureThreads();

    const symbolicate::Services& services() const { return m_services; }

    net::Downloader& downloader() { return m_downloader; }

    symbolicate::NativeCaches& nativeCaches() { return m_nativeCaches; }

    void setOffline(bool offline);

private:
    WorkerPool m_compute;
    WorkerPool m_io;
    std::unique_ptr<net::Transport> m_transport;
    net::Downloader m_downloader;
    symbolicate::SourceIndexes m_indexes; // Before the cache, which uses it until the cache's end.
    cache::CacheStore m_cache;
    std::optional<cache::CacheCleaner> m_cleaner; // Absent when cleaning is not enabled.
    sources::FolderCatalog m_folders;
    symbolicate::NativeCaches m_nativeCaches;
    const symbolicate::Services m_services;
};

} // namespace faultline::engine
