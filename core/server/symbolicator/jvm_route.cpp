// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/jvm_route.h"

#include "core/requests/jvm_request.h"
#include "core/server/http/json_exchange.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

std::string symbolicate(SymbolicationService& service,
                        const requests::JvmRequest& request,
                        const std::stop_token& stop)
{
    const auto report = service.runJvm(request.event, request.options, stop);
    return report ? report::renderJvmJson(*report, request.answer)
                  : failedEnvelope(report.error().describe());
}

void startJob(ServerContext& context,
              const JobQuery& query,
              const json::JsonDocument& body,
              RequestExchange::Respond respond)
{
    auto request = requests::decodeJvmRequest(body, context.policy);
    if (!request) {
        respond(
            textResponse(422, concat("Failed to deserialize the JSON body into the target type: ",
                                     request.error().detail)));
        return;
    }
    request->options.scope = query.scope;
    auto work = [&service = context.service, job = *std::move(request)](
                    const std::stop_token& stop) { return symbolicate(service, job, stop); };
    respondWithJob(context.jobs, query, std::move(work), std::move(respond));
}

} // namespace

HttpOpening openSymbolicateJvm(ServerContext& context, const HttpRequestHead& head)
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
