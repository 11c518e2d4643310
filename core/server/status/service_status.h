// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_cleanup.h"
#include "core/server/status/status_facts.h"
#include "core/sources/source_config.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace faultline::symbolicate {

struct Services;

} // namespace faultline::symbolicate

namespace faultline::server {

class LogTail;

struct ServiceStatusOptions
{
    std::string version;
    std::optional<std::filesystem::path> cacheFolder; ///< Absent: nothing is kept on disk.
    cache::CacheCleanupOptions cleanup;               ///< What a cleanup would do.
    std::vector<sources::SourceConfig> sources;
    std::string address; ///< Without the port; an IPv6 address in brackets.
    std::optional<std::filesystem::path> configuration; ///< The file; absent without one.
    std::string configurationHash;
    bool isControllable = false;
    std::function<void()> reload; ///< Called on any thread. Null: nothing can be read again.
    const LogTail* log = nullptr; ///< Must outlive the status; null: lines are not kept.
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
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

    bool isControllable() const override { return m_options.isControllable; }

    void reload() override;
    Result<void> cleanCaches(const std::stop_token& stop) override;

private:
    using Clock = std::chrono::steady_clock;

    CacheFacts measureCaches(const std::stop_token& stop);

    const symbolicate::Services& m_services;
    const ServiceStatusOptions m_options;
    std::mutex m_mutex; // Guards the members below, also while the folder is measured.
    CacheFacts m_caches;
    std::optional<Clock::time_point> m_measured;
};

} // namespace faultline::server
