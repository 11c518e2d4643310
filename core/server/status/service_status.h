// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_cleanup.h"
#include "core/server/status/status_facts.h"
#include "core/sources/source_config.h"

#include <chrono>
#include <filesystem>
#include <mutex>

namespace faultline::symbolicate {

struct Services;

} // namespace faultline::symbolicate

namespace faultline::server {

struct ServiceStatusOptions
{
    std::string version;
    std::optional<std::filesystem::path> cacheFolder; ///< Absent: nothing is kept on disk.
    cache::CacheCleanupOptions cleanup;               ///< What a cleanup would do.
    std::vector<sources::SourceConfig> sources;
};

/// What the status page shows of the services of symbolication, which must outlive it.
class ServiceStatus final : public StatusProvider
{
public:
    ServiceStatus(const symbolicate::Services& services, ServiceStatusOptions options)
        : m_services(services), m_options(std::move(options))
    {
    }

    ServerFacts collect(const std::stop_token& stop) override;
    bool unblock(const std::string& host) override;
    void clearMemory() override;

private:
    using Clock = std::chrono::steady_clock;

    CacheFacts measureCaches(const std::stop_token& stop);

    const symbolicate::Services& m_services;
    const ServiceStatusOptions m_options;
    const Clock::time_point m_started = Clock::now();
    std::mutex m_mutex; // Guards the members below, also while the folder is measured.
    CacheFacts m_caches;
    std::optional<Clock::time_point> m_measured;
};

} // namespace faultline::server
