// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/engine_service.h"
#include "app/faultline/serve_protocols.h"
#include "core/base/log.h"
#include "core/base/metrics.h"
#include "core/config/service_config.h"
#include "core/engine/engine.h"
#include "core/server/server.h"
#include "core/server/status/log_tail.h"
#include "core/server/status/service_status.h"
#include "core/server/symbolicator/http_attachments.h"
#include "core/server/symbolicator/source_proxy.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace faultline::app {

/// What the status page shows beside the configuration itself.
struct ServeOrigin
{
    std::optional<std::filesystem::path> file; ///< Of the configuration; absent without one.
    const server::LogTail* log;                ///< Must outlive every setup.
    std::chrono::steady_clock::time_point started;
};

/// All that one configuration of the server puts to work. After a reload there are several, until
/// the requests of the earlier ones have ended.
class ServeSetup
{
public:
    /// Takes over from `earlier`, if any, what only one setup at a time may own. Log and metrics
    /// must outlive it. Errors: those of ServeProtocols::create().
    static Result<std::shared_ptr<ServeSetup>> create(config::ServiceConfig config,
                                                      const ServeOrigin& origin,
                                                      MetricSink* metrics,
                                                      LogSink& log,
                                                      const ServeSetup* earlier);
    ServeSetup(const ServeSetup&) = delete;
    ServeSetup& operator=(const ServeSetup&) = delete;

    const config::ServiceConfig& config() const { return m_config; }

    /// The secret first step of the profiler's paths, the same until the program ends. Empty when
    /// profilers are not answered.
    std::string profilerToken() const;

    server::ServerSetupOptions options();
    /// They hold the setup.
    static server::ServerParts partsOf(const std::shared_ptr<ServeSetup>& setup);

    /// Another setup has taken the place of this one.
    void retire();

private:
    ServeSetup(config::ServiceConfig config,
               const ServeOrigin& origin,
               MetricSink* metrics,
               LogSink& log,
               std::string profilerToken);

    config::ServiceConfig m_config;
    std::string m_profilerToken;
    MetricSink* m_metrics; ///< May be null.
    engine::Engine m_engine;
    EngineService m_service;
    server::HttpAttachments m_attachments;
    server::SourceProxy m_proxy;
    server::ServiceStatus m_status;
    std::unique_ptr<ServeProtocols> m_protocols; ///< Uses the engine.
};

} // namespace faultline::app
