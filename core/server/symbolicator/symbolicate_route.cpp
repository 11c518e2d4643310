// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/symbolicate_route.h"

#include "core/requests/native_request.h"
#include "core/server/http/json_exchange.h"
#include "core/server/symbolicator/job_metrics.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

constexpr JobTask kTask{.name = "symbolicate", .origin = "symbolicate"};

std::string symbolicate(const ServerContext& context,
                        const requests::NativeRequest& request,
                        const std::stop_token& stop)
{
    const auto report = context.service.run(request.event, request.options, stop);
    if (!report)
        return failedEnvelope(report.error().describe());
    countQuality(context.metrics, kTask, **report);
    return report::renderJson(**report, request.answer);
}

std::optional<std::string> symbolicateFromMemory(const ServerContext& context,
                                                 const requests::NativeRequest& request)
{
    const auto report = context.service.runFromMemory(request.event, request.options);
    if (!report)
        return std::nullopt;
    countQuality(context.metrics, kTask, *report);
    return report::renderJson(*report, request.answer);
}

/// Sources may name folders to look at, and escapes may hide them.
bool isQuick(std::string_view body)
{
    return !body.contains("\"sources\"") && !body.contains("\\u");
}

void startJob(ServerContext& context,
              const JobQuery& query,
              const json::JsonDocument& body,
              RequestExchange::Respond respond)
{
    auto request = requests::decodeNativeRequest(body, context.policy);
    if (!request) {
        respond(
            textResponse(422, concat("Failed to deserialize the JSON body into the target type: ",
                                     request.error().detail)));
        return;
    }
    request->options.scope = query.scope;
    if (respondAtOnce(
            context.jobs, context.metrics, kTask, query,
            [&] { return symbolicateFromMemory(context, *request); }, respond))
        return;
    auto work = [&context, job = *std::move(request)](const std::stop_token& stop) {
        return symbolicate(context, job, stop);
    };
    respondWithCountedJob(context.jobs, context.metrics, kTask, query, std::move(work),
                          std::move(respond));
}

} // namespace

HttpOpening openSymbolicate(ServerContext& context, const HttpRequestHead& head)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    return openJsonExchange(head,
                            {.spoolFolder = context.spoolFolder,
                             .maxBodyBytes = context.symbolicateBodyMaxBytes,
                             .isQuick = isQuick},
                            [&context, query = *query](const json::JsonDocument& body,
                                                       RequestExchange::Respond respond) {
                                startJob(context, query, body, std::move(respond));
                            });
}

} // namespace faultline::server
