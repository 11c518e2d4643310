// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/report_route.h"

#include "core/model/codec/report_writer.h"
#include "core/server/http/body_exchange.h"
#include "core/server/http/query_string.h"
#include "core/server/symbolicator/job_metrics.h"

namespace faultline::server {

namespace {

constexpr JobTask kTask{.name = "report", .origin = "report"};

HttpResponse refusal(unsigned status, std::string_view text)
{
    return errorResponse(status, text);
}

HttpResponse answer(const ServerContext& context,
                    const ByteView& file,
                    const std::string& scope,
                    std::stop_token stop)
{
    auto input = context.service.readInput(file, context.policy);
    if (!input)
        return refusal(400, input.error().describe());
    const auto affordable = requests::checkLookups(input->event->modules.size(),
                                                   input->options.sources, context.policy.limits);
    if (!affordable)
        return refusal(400, affordable.error().detail);
    input->options.scope = scope;
    input->options.wantsSignature = true;
    const auto report = context.service.run(input->event, input->options, std::move(stop));
    if (!report && report.error().kind == ErrorKind::Cancelled)
        return refusal(503, "the request did not end in time");
    if (!report)
        return refusal(400, report.error().describe());
    countQuality(context.metrics, kTask, **report);
    HttpResponse response;
    response.contentType = "application/octet-stream";
    const auto bytes = codec::encodeReport(**report, codec::EventMemory::LeaveOut);
    response.body = std::make_shared<const std::string>(asText(bytes));
    return response;
}

} // namespace

HttpOpening openReport(ServerContext& context, RequestRunner& runner, const HttpRequestHead& head)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return refusal(400, query.error().detail);
    return openBodyExchange(
        head,
        {.spoolFolder = context.spoolFolder,
         .maxBodyBytes = context.crashFileBodyMaxBytes,
         .refuse = refusal},
        [&context, &runner, scope = query->scope](ByteView body, RequestExchange::Respond respond) {
            runner.run(
                [&context, scope, file = std::move(body)](std::stop_token stop) {
                    return answer(context, file, scope, std::move(stop));
                },
                std::move(respond));
        });
}

} // namespace faultline::server
