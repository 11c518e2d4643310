// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_responder.h"

#include "core/json/json_writer.h"

namespace faultline::server {

namespace {

/// The value that Symbolicator sends to clients, in seconds.
constexpr std::uint32_t kRetryAfter = 30;

JobTable::Answer pendingEnvelope(const JobKey& key)
{
    auto text = std::make_shared<std::string>();
    json::JsonWriter json(*text);
    json.beginObject()
        .member("status", "pending")
        .member("request_id", key.text())
        .member("retry_after", kRetryAfter)
        .endObject();
    return text;
}

/// Another instance takes the request at once. Symbolicator's answer to too many has no such
/// header.
HttpResponse refusal(const JobTable& jobs)
{
    if (!jobs.refusesNew())
        return errorResponse(503, "maximum number of concurrent requests reached");
    auto response = errorResponse(503, "the server is about to stop");
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

} // namespace

std::string failedEnvelope(std::string_view message)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("status", "failed").member("message", message).endObject();
    return text;
}

bool respondWithJob(JobTable& jobs,
                    const JobQuery& query,
                    JobTable::Work work,
                    RequestExchange::Respond respond)
{
    const auto shared = std::make_shared<RequestExchange::Respond>(std::move(respond));
    const bool hasStarted = jobs.submit(
        std::move(work), query.timeout, [shared](const JobKey& key, JobTable::Answer answer) {
            (*shared)(jsonResponse(200, answer ? std::move(answer) : pendingEnvelope(key)));
        });
    if (!hasStarted)
        (*shared)(refusal(jobs));
    return hasStarted;
}

bool respondIfKnown(JobTable& jobs,
                    const JobKey& key,
                    std::optional<std::chrono::seconds> timeout,
                    RequestExchange::Respond& respond)
{
    const auto shared = std::make_shared<RequestExchange::Respond>(std::move(respond));
    const bool isKnown = jobs.wait(key, timeout, [key, shared](JobTable::Answer answer) {
        (*shared)(jsonResponse(200, answer ? std::move(answer) : pendingEnvelope(key)));
    });
    if (!isKnown)
        respond = std::move(*shared);
    return isKnown;
}

bool respondWithKnownJob(JobTable& jobs,
                         const JobKey& key,
                         std::optional<std::chrono::seconds> timeout,
                         RequestExchange::Respond respond)
{
    if (respondIfKnown(jobs, key, timeout, respond))
        return true;
    respond(emptyResponse(404));
    return false;
}

} // namespace faultline::server
