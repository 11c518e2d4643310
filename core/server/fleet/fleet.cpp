// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/fleet.h"

#include "core/base/random_id.h"
#include "core/base/text.h"
#include "core/server/http/query_string.h"
#include "core/server/symbolicator/job_responder.h"

#include <utility>

namespace faultline::server {

namespace {

/// What an answer may take beyond the wait for its job.
constexpr std::chrono::milliseconds kAnswerTime{800};
/// Of a job's envelope.
constexpr std::size_t kMostEnvelopeBytes = 256 << 20;
constexpr unsigned kOk = 200;
constexpr std::string_view kPendingStart = R"({"status":"pending")";

std::string targetOf(const JobKey& id, std::optional<std::chrono::seconds> wait)
{
    auto target = concat("/peers/requests/", id.text());
    if (wait)
        target += concat("?timeout=", wait->count());
    return target;
}

std::string targetOf(const HttpRequestHead& head)
{
    return head.query.empty() ? head.path : concat(head.path, "?", head.query);
}

/// Whoever answers "pending" for one job with the id of another confuses jobs.
bool isPendingOfAnother(std::string_view envelope, const JobKey& id)
{
    return envelope.starts_with(kPendingStart) && !envelope.contains(id.text());
}

HttpResponse framed(std::string answer)
{
    HttpResponse response;
    response.contentType = "application/octet-stream";
    response.body = std::make_shared<const std::string>(std::move(answer));
    return response;
}

} // namespace

Result<std::unique_ptr<Fleet>>
Fleet::create(FleetOptions options, std::unique_ptr<PeerCaller> caller, LogSink& log)
{
    auto resolve = std::move(options.resolve);
    std::unique_ptr<Fleet> fleet(new Fleet(std::move(options), std::move(caller), log));
    FL_TRY(fleet->m_directory,
           PeerDirectory::create(*fleet->m_caller, std::move(resolve), fleet->m_own));
    return fleet;
}

Result<std::unique_ptr<Fleet>> Fleet::create(FleetOptions options, LogSink& log)
{
    auto caller = makeHttpPeerCaller(FleetKey(options.token));
    return create(std::move(options), std::move(caller), log);
}

Fleet::Fleet(FleetOptions options, std::unique_ptr<PeerCaller> caller, LogSink& log)
    : m_key(std::move(options.token)), m_own(randomUuidBytes()), m_ids(m_key, m_own),
      m_longestWait(options.longestWait), m_log(log), m_caller(std::move(caller))
{
}

Fleet::~Fleet()
{
    stop();
}

void Fleet::ask(const JobKey& id, std::optional<std::chrono::seconds> wait, Answered answered)
{
    const auto owner = m_ids.ownerOf(id);
    if (!owner || *owner == tagOf(m_own))
        return answered(std::nullopt);
    m_directory->find(*owner, [this, id, wait, answered = std::move(answered),
                               token = m_activity.begin()](std::optional<Peer> peer) mutable {
        if (peer)
            askOwner(*peer, id, wait, std::move(answered));
        else
            answered(std::nullopt);
    });
}

void Fleet::askOwner(const Peer& peer,
                     const JobKey& id,
                     std::optional<std::chrono::seconds> wait,
                     Answered answered)
{
    const auto limit =
        (wait ? std::min<std::chrono::milliseconds>(*wait, m_longestWait) : m_longestWait) +
        kAnswerTime;
    m_caller->ask(
        peer.address,
        {.target = targetOf(id, wait), .limit = limit, .mostContentBytes = kMostEnvelopeBytes},
        [this, peer, id, answered = std::move(answered),
         token = m_activity.begin()](Result<PeerAnswer> answer) mutable {
            if (answer)
                return answered(believed(peer, id, *std::move(answer)));
            // stop() tells nothing of the peer.
            if (answer.error().kind == ErrorKind::Cancelled)
                return answered(std::nullopt);
            m_log.write(LogLevel::Warning, "fleet",
                        concat(peer.address, ": ", answer.error().detail));
            m_directory->forget(peer);
            answered(std::nullopt);
        });
}

std::optional<std::string> Fleet::believed(const Peer& peer, const JobKey& id, PeerAnswer answer)
{
    // A restarted instance is another one, and knows nothing of the job.
    if (answer.instance != peer.instance) {
        m_directory->forget(peer);
        return std::nullopt;
    }
    if (answer.status != kOk)
        return std::nullopt;
    if (isPendingOfAnother(answer.content, id)) {
        m_log.write(LogLevel::Error, "fleet",
                    concat(peer.address, " answers for another job than ", id.text()));
        return std::nullopt;
    }
    return std::move(answer.content);
}

std::vector<Route> Fleet::routes(JobTable& jobs)
{
    return {
        {"GET", "/peers/instance",
         [this](const HttpRequestHead& head, const PathSegments&) { return openInstance(head); },
         RouteAccess::OwnToken},
        {"GET", "/peers/requests/{}",
         [this, &jobs](const HttpRequestHead& head, const PathSegments& path) {
             return openJob(jobs, head, path.front());
         },
         RouteAccess::OwnToken}};
}

HttpOpening Fleet::openInstance(const HttpRequestHead& head) const
{
    const auto nonce = readPeerQuestion(m_key, head.header(kPeerHeader), targetOf(head));
    if (!nonce)
        return emptyResponse(401);
    return framed(writePeerAnswer(m_key, *nonce, m_own, kOk, {}));
}

HttpOpening Fleet::openJob(JobTable& jobs, const HttpRequestHead& head, const std::string& id) const
{
    const auto nonce = readPeerQuestion(m_key, head.header(kPeerHeader), targetOf(head));
    if (!nonce)
        return emptyResponse(401);
    const auto query = parseJobQuery(head.query);
    const auto key = JobKey::parse(id);
    if (!query || !key)
        return emptyResponse(400);
    return makeBodilessExchange([this, &jobs, nonce = *nonce, key = *key,
                                 wait = query->timeout](RequestExchange::Respond respond) {
        respondWithKnownJob(
            jobs, key, wait,
            [this, nonce, respond = std::move(respond)](const HttpResponse& response) mutable {
                respond(framed(
                    writePeerAnswer(m_key, nonce, m_own, response.status, response.content())));
            });
    });
}

void Fleet::stop()
{
    if (m_directory) // Else it could not be made.
        m_directory->stop();
    m_caller->close();
    m_activity.waitUntilIdle();
}

} // namespace faultline::server
