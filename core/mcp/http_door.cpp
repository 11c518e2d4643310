// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/http_door.h"

#include "core/base/random_id.h"
#include "core/base/text.h"
#include "core/server/http/body_exchange.h"

#include <algorithm>
#include <utility>

namespace faultline::mcp {

namespace {

using server::HttpRequestHead;
using server::HttpResponse;

constexpr std::string_view kPath = "/mcp";
constexpr std::string_view kSessionHeader = "Mcp-Session-Id";

HttpResponse problem(unsigned status, std::string_view text)
{
    return server::textResponse(status, concat(text, "\n"));
}

HttpResponse answered(std::string json)
{
    return server::jsonResponse(200, std::make_shared<const std::string>(std::move(json)));
}

/// The messages as events (HTML, "Server-sent events"). A message has no line break.
HttpResponse asEvents(const std::vector<std::string>& messages)
{
    auto text = std::make_shared<std::string>();
    for (const auto& message : messages)
        *text += concat("event: message\ndata: ", message, "\n\n");
    return {.status = 200,
            .contentType = "text/event-stream",
            .headers = {{"Cache-Control", "no-store"}},
            .body = std::move(text)};
}

/// The first one that a client sends to a new session.
bool isInitialize(const Session::Call& call)
{
    return !call.refusal && call.incoming.messages.size() == 1 &&
           call.incoming.messages.front().kind == Message::Kind::Request &&
           call.incoming.messages.front().method == "initialize";
}

/// Messages of one answer, in their order.
struct Outbox
{
    std::mutex mutex; // Guards the next member.
    std::vector<std::string> messages;

    void add(std::string message)
    {
        const std::lock_guard lock(mutex);
        messages.push_back(std::move(message));
    }
};

void respondTo(Session& session,
               const Session::Call& call,
               bool wantsEvents,
               std::string_view newId,
               server::RequestExchange::Respond& respond)
{
    const auto outbox = std::make_shared<Outbox>();
    const Send send =
        wantsEvents ? Send([outbox](std::string text) { outbox->add(std::move(text)); }) : Send();
    auto answer = session.answer(call, send);
    auto response = answer ? HttpResponse() : server::emptyResponse(202);
    if (answer && outbox->messages.empty()) {
        response = answered(*std::move(answer));
    } else if (answer) {
        outbox->add(*std::move(answer));
        response = asEvents(outbox->messages);
    }
    if (!newId.empty())
        response.headers.emplace_back(kSessionHeader, newId);
    respond(std::move(response));
}

} // namespace

HttpDoor::HttpDoor(const Services& services, RequestQueue& queue, Options options)
    : m_services(services), m_queue(queue), m_options(std::move(options)),
      m_guard({.bearerTokens = m_options.tokens})
{
}

HttpDoor::~HttpDoor() = default;

std::optional<HttpResponse> HttpDoor::refusal(const HttpRequestHead& head) const
{
    const auto origin = head.header("Origin");
    if (!origin.empty() && std::ranges::find(m_options.origins, origin) == m_options.origins.end())
        return problem(403, "this origin may not ask");
    if (!server::isKnownHost(head.header("Host"), std::nullopt))
        return problem(403, "this host is not known");
    if (auto refused = m_guard.refusal(head, server::RouteAccess::Api))
        return refused;
    if (head.path != kPath)
        return server::emptyResponse(404);
    const auto revision = head.header("MCP-Protocol-Version");
    if (!revision.empty() && !isKnownRevision(revision))
        return problem(400, "this revision of the protocol is not spoken here");
    return std::nullopt;
}

server::HttpOpening HttpDoor::open(const HttpRequestHead& head)
{
    if (auto refused = refusal(head))
        return *std::move(refused);
    if (head.method == "POST")
        return openPost(head);
    if (head.method == "DELETE")
        return server::emptyResponse(remove(head.header(kSessionHeader)) ? 204 : 404);
    auto response = server::emptyResponse(405);
    response.headers.emplace_back("Allow", "POST, DELETE");
    return response;
}

server::HttpOpening HttpDoor::openPost(const HttpRequestHead& head)
{
    const auto type = toLowerAscii(head.header("Content-Type"));
    if (trimAscii(std::string_view(type).substr(0, type.find(';'))) != "application/json")
        return problem(415, "the body is application/json");
    const bool wantsEvents =
        head.header("Accept").find("text/event-stream") != std::string_view::npos;
    const server::BodyExchangeOptions options{.spoolFolder = m_options.spoolFolder,
                                              .maxBodyBytes = kMostMessageBytes};
    return server::openBodyExchange(
        head, options,
        [this, id = std::string(head.header(kSessionHeader)),
         wantsEvents](const ByteView& body, server::RequestExchange::Respond respond) {
            answerText(id, wantsEvents, body.text(), std::move(respond));
        });
}

void HttpDoor::answerText(const std::string& id,
                          bool wantsEvents,
                          std::string_view text,
                          server::RequestExchange::Respond respond)
{
    const auto session = id.empty() ? std::make_shared<Session>(m_services) : find(id);
    if (!session) {
        respond(problem(404, "there is no such session"));
        return;
    }
    auto call = session->begin(text);
    const bool isNew = id.empty();
    if (isNew && !call.refusal && !isInitialize(call)) {
        respond(problem(400, concat("the header ", kSessionHeader, " is missing")));
        return;
    }
    const auto newId = isNew && !call.refusal ? add(session) : std::string();
    if (Session::isQuick(call)) {
        respondTo(*session, call, wantsEvents, newId, respond);
        return;
    }
    const auto shared = std::make_shared<server::RequestExchange::Respond>(std::move(respond));
    const auto kept = std::make_shared<Session::Call>(std::move(call));
    const bool isPosted = m_queue.post([session, kept, wantsEvents, shared] {
        respondTo(*session, *kept, wantsEvents, {}, *shared);
    });
    if (!isPosted)
        (*shared)(answered(session->refuse(*kept).value_or("{}")));
}

HttpDoor::SessionPtr HttpDoor::find(std::string_view id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_sessions, id, &Known::id);
    if (found == m_sessions.end())
        return nullptr;
    std::rotate(found, std::next(found), m_sessions.end());
    return m_sessions.back().session;
}

std::string HttpDoor::add(SessionPtr session)
{
    SessionPtr oldest;
    const auto id = randomToken();
    {
        const std::lock_guard lock(m_mutex);
        if (m_sessions.size() >= kMostSessions) {
            oldest = std::move(m_sessions.front().session);
            m_sessions.erase(m_sessions.begin());
        }
        m_sessions.push_back({id, std::move(session)});
    }
    if (oldest)
        oldest->cancelAll(); // Nobody can do that any more.
    return id;
}

bool HttpDoor::remove(std::string_view id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_sessions, id, &Known::id);
    if (found == m_sessions.end())
        return false;
    found->session->cancelAll();
    m_sessions.erase(found);
    return true;
}

void HttpDoor::cancelAll()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& known : m_sessions)
        known.session->cancelAll();
}

} // namespace faultline::mcp
