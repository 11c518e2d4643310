// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mcp/request_queue.h"
#include "core/mcp/session.h"
#include "core/server/http/access_guard.h"
#include "core/server/http/http_types.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::mcp {

/// The protocol's "streamable HTTP" at the path /mcp: a POST for each text, answered as JSON, or as
/// a stream of events when the client wants progress; DELETE ends a session. There is no stream
/// that the server opens. Every request needs the bearer token; one of a web page must come from an
/// origin that is listed, and Host must be an address or localhost (DNS rebinding). Thread-safe.
class HttpDoor final : public server::HttpHandler
{
public:
    static constexpr std::size_t kMostSessions = 32;

    struct Options
    {
        std::vector<std::string> tokens;  ///< None: nobody may ask.
        std::vector<std::string> origins; ///< "https://example.org"; none: no web page.
        std::filesystem::path spoolFolder;
    };

    /// The services and the queue must outlive it.
    HttpDoor(const Services& services, RequestQueue& queue, Options options);
    ~HttpDoor() override;

    server::HttpOpening open(const server::HttpRequestHead& head) override;

    /// Cancels what is being answered.
    void cancelAll();

private:
    using SessionPtr = std::shared_ptr<Session>;

    struct Known
    {
        std::string id;
        SessionPtr session;
    };

    std::optional<server::HttpResponse> refusal(const server::HttpRequestHead& head) const;
    server::HttpOpening openPost(const server::HttpRequestHead& head);
    void answerText(const std::string& id,
                    bool wantsEvents,
                    std::string_view text,
                    server::RequestExchange::Respond respond);
    SessionPtr find(std::string_view id);
    std::string add(SessionPtr session);
    bool remove(std::string_view id);

    const Services& m_services;
    RequestQueue& m_queue;
    Options m_options;
    server::AccessGuard m_guard;
    std::mutex m_mutex;            // Guards the next member.
    std::vector<Known> m_sessions; ///< The one that was used last is the last one.
};

} // namespace faultline::mcp
