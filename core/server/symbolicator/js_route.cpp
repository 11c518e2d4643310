// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/js_route.h"

#include "core/report/script_json.h"
#include "core/requests/script_request.h"
#include "core/server/http/json_exchange.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

std::string symbolicate(SymbolicationService& service,
                        const requests::ScriptRequest& request,
                        const std::stop_token& stop)
{
    const auto report = service.runScripts(request.event, request.options, stop);
    return report ? report::renderScriptJson(*report) : failedEnvelope(report.error().describe());
}

void startJob(ServerContext& context,
              const JobQuery& query,
              const json::JsonDocument& body,
              RequestExchange::Respond respond)
{
    auto request = requests::decodeScriptRequest(body, context.policy);
    if (!request)
        return respond(
            textResponse(422, concat("Failed to deserialize the JSON body into the target type: ",
                                     request.error().detail)));
    request->options.scope = query.scope;
    auto work = [&service = context.service, job = *std::move(request)](
                    const std::stop_token& stop) { return symbolicate(service, job, stop); };
    respondWithJob(context.jobs, query, std::move(work), std::move(respond));
}

} // namespace

HttpOpening openSymbolicateJs(ServerContext& context, const HttpRequestHead& head)
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
