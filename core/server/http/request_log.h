// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/http_types.h"
#include "core/server/http/request_scope.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace faultline::server {

struct RequestLogOptions
{
    /// The header that has a request's id, in the request and in the answer. Empty: ids are our own
    /// and only in the log.
    std::string idHeader{};
    /// Requests that take this long are warned of; 0: none.
    std::chrono::milliseconds slowTime{10'000};
    bool logsEvery = false; ///< Also requests that are not slow.
    /// The first step of paths that only those may know who were told. Neither logs nor the status
    /// page show it. Empty when the server has no such paths.
    std::string secretStep{};
    /// Learns of each answer, on the thread that gives it. Null: nobody does.
    std::function<void(const RequestInfo& request, const HttpResponse& response)> onAnswer{};
};

/// Gives each request an id and a RequestScope, and logs how it ended. The log must outlive it.
class RequestLogHandler final : public HttpHandler
{
public:
    /// Every request holds `server` (RequestInfo::server) if it still exists.
    RequestLogHandler(RequestLogOptions options,
                      std::unique_ptr<HttpHandler> handler,
                      LogSink& log,
                      std::weak_ptr<const void> server = {});

    HttpOpening open(const HttpRequestHead& head) override;

private:
    std::string idOf(const HttpRequestHead& head);
    std::string shownPath(std::string_view path) const;
    void finish(const RequestInfo& request, HttpResponse& response) const;

    RequestLogOptions m_options;
    std::unique_ptr<HttpHandler> m_handler;
    LogSink& m_log;
    std::weak_ptr<const void> m_server;
    const std::string m_idPrefix; ///< Differs from handler to handler.
    std::atomic<std::uint64_t> m_nextId{1};

    friend class LoggedExchange;
};

/// Ids of clients go into the log and back into a header: 1 to 128 letters, digits, '-', '_', '.'.
bool isRequestId(std::string_view text);

} // namespace faultline::server
