// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/symbolicate_route.h"

#include "core/report/symbolicator_answer.h"
#include "core/requests/jvm_request.h"
#include "core/requests/native_request.h"
#include "core/requests/script_request.h"
#include "core/server/http/json_exchange.h"
#include "core/server/symbolicator/job_metrics.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

/// What distinguishes one endpoint from the others.
struct Endpoint
{
    Result<requests::Request> (*decode)(const json::JsonDocument& body,
                                        const requests::RequestPolicy& policy);
    /// Absent for jobs that the reference does not count.
    std::optional<JobTask> task;
};

const Endpoint kNative{.decode = requests::decodeNativeRequest,
                       .task = JobTask{.name = "symbolicate", .origin = "symbolicate"}};
const Endpoint kScripts{
    .decode =
        [](const json::JsonDocument& body, const requests::RequestPolicy& policy) {
            return requests::decodeScriptRequest(body, policy);
        },
    .task = std::nullopt};
const Endpoint kJvm{.decode = requests::decodeJvmRequest, .task = std::nullopt};

std::string answer(const ServerContext& context,
                   const Endpoint& endpoint,
                   const requests::Request& request,
                   const Report& report)
{
    if (endpoint.task)
        countQuality(context.metrics, *endpoint.task, report);
    return report::renderAnswer(report, request.answer);
}

std::string symbolicate(const ServerContext& context,
                        const Endpoint& endpoint,
                        const requests::Request& request,
                        const std::stop_token& stop)
{
    const auto report = context.service.run(request.event, request.options, stop);
    return report ? answer(context, endpoint, request, **report)
                  : failedEnvelope(report.error().describe());
}

std::optional<std::string> symbolicateFromMemory(const ServerContext& context,
                                                 const Endpoint& endpoint,
                                                 const requests::Request& request)
{
    const auto report = context.service.runFromMemory(request.event, request.options);
    return report ? std::optional(answer(context, endpoint, request, *report)) : std::nullopt;
}

/// Sources may name folders to look at, and escapes may hide them.
bool isQuick(std::string_view body)
{
    return !body.contains("\"sources\"") && !body.contains("\\u");
}

void startJob(ServerContext& context,
              const Endpoint& endpoint,
              const JobQuery& query,
              const json::JsonDocument& body,
              RequestExchange::Respond respond)
{
    auto request = endpoint.decode(body, context.policy);
    if (!request) {
        respond(
            textResponse(422, concat("Failed to deserialize the JSON body into the target type: ",
                                     request.error().detail)));
        return;
    }
    request->options.scope = query.scope;
    const auto& task = endpoint.task;
    const auto atOnce = [&] { return symbolicateFromMemory(context, endpoint, *request); };
    if (task && respondAtOnce(context.jobs, context.metrics, *task, query, atOnce, respond))
        return;
    auto work = [&context, &endpoint, job = *std::move(request)](const std::stop_token& stop) {
        return symbolicate(context, endpoint, job, stop);
    };
    if (task)
        respondWithCountedJob(context.jobs, context.metrics, *task, query, std::move(work),
                              std::move(respond));
    else
        respondWithJob(context.jobs, query, std::move(work), std::move(respond));
}

/// `endpoint` must live as long as the program.
HttpOpening open(ServerContext& context, const HttpRequestHead& head, const Endpoint& endpoint)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    JsonExchangeOptions options{.spoolFolder = context.spoolFolder,
                                .maxBodyBytes = context.symbolicateBodyMaxBytes};
    if (endpoint.task)
        options.isQuick = isQuick;
    return openJsonExchange(head, options,
                            [&context, &endpoint, query = *query](
                                const json::JsonDocument& body, RequestExchange::Respond respond) {
                                startJob(context, endpoint, query, body, std::move(respond));
                            });
}

} // namespace

HttpOpening openSymbolicate(ServerContext& context, const HttpRequestHead& head)
{
    return open(context, head, kNative);
}

HttpOpening openSymbolicateJs(ServerContext& context, const HttpRequestHead& head)
{
    return open(context, head, kScripts);
}

HttpOpening openSymbolicateJvm(ServerContext& context, const HttpRequestHead& head)
{
    return open(context, head, kJvm);
}

} // namespace faultline::server
