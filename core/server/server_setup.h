// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/fleet/fleet.h"
#include "core/server/http/access_guard.h"
#include "core/server/http/request_log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/readiness.h"
#include "core/server/status/request_book.h"
#include "core/server/status/status_api.h"
#include "core/server/symbolicator/server_context.h"
#include "core/server/symbolicator/slow_trace.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace faultline::server {

/// What a configuration decides about requests, so that another one can take its place while the
/// server runs.
struct ServerSetupOptions
{
    AccessPolicy access{};
    RequestLogOptions requestLog{};
    requests::RequestPolicy policy{};
    std::filesystem::path spoolFolder{};
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    std::optional<std::size_t> maxConcurrentJobs = 200; ///< Absent: no limit; 0 refuses every job.
    /// The pointers below must be valid as long as the setup. Null disables requests that name a
    /// crash file by URL.
    AttachmentSource* attachments = nullptr;
    ObjectProxy* proxy = nullptr;     ///< Null disables the symbol proxy.
    StatusProvider* status = nullptr; ///< Null: there is no status page.
    MetricSink* metrics = nullptr;    ///< Null disables counting.
};

/// Returns the routes of a further protocol. Objects that the routes use must be valid as long as
/// the setup.
using RouteMaker = std::function<std::vector<Route>(RequestRunner& runner)>;

/// What answers requests beside the options.
struct ServerParts
{
    SymbolicationService& service;
    std::vector<RouteMaker> protocols{};
    /// Holds what service, protocols and options refer to; released together with the setup.
    std::shared_ptr<void> owner{};
};

/// What all setups of a server share.
struct ServerShared
{
    JobTable& jobs;
    RequestRunner& runner;
    LogSink& log;
    SharedReadiness& readiness;
    RequestBook& book;
    const std::atomic<std::uint16_t>& port; ///< 0 until the server listens.
    Fleet* fleet;                           ///< Null: the server stands alone.
};

/// One configuration at work: the routes and all that they need. Every request holds the setup that
/// it began with until nothing is done for it any more, jobs included.
class ServerSetup final : public HttpHandler
{
public:
    static std::shared_ptr<ServerSetup>
    create(ServerSetupOptions options, ServerParts parts, const ServerShared& shared);
    ServerSetup(const ServerSetup&) = delete;
    ServerSetup& operator=(const ServerSetup&) = delete;

    HttpOpening open(const HttpRequestHead& head) override { return m_handler->open(head); }

private:
    ServerSetup(ServerSetupOptions options, ServerParts parts, const ServerShared& shared);

    JobFacts jobFacts() const;
    StatusParts statusParts(const ServerShared& shared) const;
    std::vector<Route> allRoutes(const ServerShared& shared);

    ServerSetupOptions m_options;
    ServerParts m_parts;
    SlowTrace m_service;
    ServerContext m_context;
    std::unique_ptr<StatusApi> m_status; ///< Null without a provider.
    std::unique_ptr<HttpHandler> m_handler;
};

} // namespace faultline::server
