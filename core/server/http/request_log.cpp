// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/request_log.h"

#include "core/base/random_id.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/server/http/query_string.h"

#include <algorithm>

namespace faultline::server {

namespace {

constexpr std::size_t kMaxIdBytes = 128;
constexpr std::size_t kMaxLoggedPathBytes = 200;
constexpr std::size_t kMaxScopeBytes = 100;
constexpr std::size_t kPrefixDigits = 13; // Two groups of a UUID.

std::string describe(const RequestInfo& request, const HttpResponse& response)
{
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - request.started);
    return concat(request.method, " ", request.path, ": status ", response.status, " in ",
                  taken.count(), " ms");
}

std::string scopeIn(std::string_view query)
{
    for (auto& [key, value] : parseQuery(query))
        if (key == "scope")
            return value.substr(0, kMaxScopeBytes);
    return {};
}

} // namespace

bool isRequestId(std::string_view text)
{
    return !text.empty() && text.size() <= kMaxIdBytes && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_' || c == '.';
    });
}

/// Names the request on every thread that takes a piece of it.
class LoggedExchange final : public RequestExchange
{
public:
    LoggedExchange(const RequestLogHandler& log,
                   RequestInfoPtr request,
                   std::unique_ptr<RequestExchange> exchange)
        : m_log(log), m_request(std::move(request)), m_exchange(std::move(exchange))
    {
    }

    std::optional<HttpResponse> receive(Bytes piece) override
    {
        const RequestScope scope(m_request);
        auto response = m_exchange->receive(piece);
        if (response)
            m_log.finish(*m_request, *response);
        return response;
    }

    bool keepsInMemory(std::uint64_t bodyBytes) const override
    {
        return m_exchange->keepsInMemory(bodyBytes);
    }

    bool finishesQuickly() const override { return m_exchange->finishesQuickly(); }

    void finish(Respond respond) override
    {
        const RequestScope scope(m_request);
        m_exchange->finish([&log = m_log, request = m_request,
                            respond = std::move(respond)](HttpResponse response) mutable {
            const RequestScope inner(request);
            log.finish(*request, response);
            respond(std::move(response));
        });
    }

private:
    const RequestLogHandler& m_log;
    RequestInfoPtr m_request;
    std::unique_ptr<RequestExchange> m_exchange;
};

RequestLogHandler::RequestLogHandler(RequestLogOptions options,
                                     std::unique_ptr<HttpHandler> handler,
                                     LogSink& log,
                                     std::weak_ptr<const void> server)
    : m_options(std::move(options)), m_handler(std::move(handler)), m_log(log),
      m_server(std::move(server)), m_idPrefix(randomUuid().substr(0, kPrefixDigits))
{
}

HttpOpening RequestLogHandler::open(const HttpRequestHead& head)
{
    auto request =
        std::make_shared<const RequestInfo>(RequestInfo{.id = idOf(head),
                                                        .method = head.method,
                                                        .path = shownPath(head.path),
                                                        .started = std::chrono::steady_clock::now(),
                                                        .server = m_server.lock(),
                                                        .scope = scopeIn(head.query)});
    const RequestScope scope(request);
    auto opening = m_handler->open(head);
    if (auto* response = std::get_if<HttpResponse>(&opening)) {
        finish(*request, *response);
        return opening;
    }
    return std::make_unique<LoggedExchange>(
        *this, std::move(request), std::move(std::get<std::unique_ptr<RequestExchange>>(opening)));
}

std::string RequestLogHandler::idOf(const HttpRequestHead& head)
{
    if (!m_options.idHeader.empty()) {
        if (const auto given = head.header(m_options.idHeader); isRequestId(given))
            return std::string(given);
    }
    return concat(m_idPrefix, "-", m_nextId++);
}

std::string RequestLogHandler::shownPath(std::string_view path) const
{
    std::string shown(path);
    const auto& secret = m_options.secretStep;
    if (const auto at = secret.empty() ? std::string::npos : shown.find(secret);
        at != std::string::npos)
        shown.replace(at, secret.size(), "{token}");
    shown.resize(std::min(shown.size(), kMaxLoggedPathBytes));
    return shown;
}

void RequestLogHandler::finish(const RequestInfo& request, HttpResponse& response) const
{
    if (!m_options.idHeader.empty())
        response.headers.emplace_back(m_options.idHeader, request.id);
    if (m_options.onAnswer)
        m_options.onAnswer(request, response);
    const auto taken = std::chrono::steady_clock::now() - request.started;
    if (m_options.slowTime.count() > 0 && taken >= m_options.slowTime)
        m_log.write(LogLevel::Warning, "server", "slow request: " + describe(request, response));
    else if (m_options.logsEvery)
        m_log.write(LogLevel::Debug, "server", "request: " + describe(request, response));
}

} // namespace faultline::server
