// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/any_route.h"

#include "core/server/http/json_exchange.h"
#include "core/server/symbolicator/any_request.h"
#include "core/server/symbolicator/job_metrics.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

std::string
fetchAndSymbolicate(ServerContext& context, const AnyRequest& request, const std::stop_token& stop)
{
    const auto file = context.attachments->fetch(request.storageUrl, request.storageToken, stop);
    if (!file)
        return failedEnvelope(file.error().describe());
    return symbolicateCrashFile(context, *file, request.job, stop);
}

void startJob(ServerContext& context,
              const JobQuery& query,
              const json::JsonDocument& body,
              RequestExchange::Respond respond)
{
    auto request = decodeAnyRequest(body, context.policy);
    if (!request) {
        respond(
            textResponse(422, concat("Failed to deserialize the JSON body into the target type: ",
                                     request.error().detail)));
        return;
    }
    request->job.options.scope = query.scope;
    const auto task = request->job.upload.task;
    auto work = [&context, request = *std::move(request)](const std::stop_token& stop) {
        return fetchAndSymbolicate(context, request, stop);
    };
    respondWithCountedJob(context.jobs, context.metrics, task, query, std::move(work),
                          std::move(respond));
}

} // namespace

HttpOpening openSymbolicateAny(ServerContext& context, const HttpRequestHead& head)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    return openJsonExchange(
        head, {.spoolFolder = context.spoolFolder, .maxBodyBytes = context.symbolicateBodyMaxBytes},
        [&context, query = *query](const json::JsonDocument& body,
                                   RequestExchange::Respond respond) {
            startJob(context, query, body, std::move(respond));
        });
}

} // namespace faultline::server
