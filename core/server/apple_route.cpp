#include "core/server/apple_route.h"

#include "core/formats/apple/read_apple.h"
#include "core/server/crash_form.h"
#include "core/server/job_responder.h"

namespace faultline {

namespace {

struct AppleJob
{
    ByteView file;
    SymbolicateOptions options;
    JsonOptions answer;
};

/// Clients know the reference's text for everything that is no report; that a JSON report is of
/// another kind is ours to say.
std::string unreadableMessage(const Error& error)
{
    constexpr std::string_view kUnreadable = "failed to parse apple crash report";
    return error.kind == ErrorKind::Unsupported ? concat(kUnreadable, ": ", error.detail)
                                                : std::string(kUnreadable);
}

/// Any text counts as a report here, so its kind is not guessed from the content.
std::string
symbolicate(SymbolicationService& service, const AppleJob& job, const std::stop_token& stop)
{
    const auto event = readAppleReport(job.file, ParseLimits());
    if (!event)
        return failedEnvelope(unreadableMessage(event.error()));
    const auto report = service.run(*event, job.options, stop);
    return report ? renderJson(**report, job.answer) : failedEnvelope(report.error().describe());
}

AppleJob makeJob(CrashForm form, const JobQuery& query)
{
    AppleJob job;
    job.file = *std::move(form.file);
    job.options.sources = std::move(form.sources);
    job.options.scope = query.scope;
    job.options.extractVariables = form.options.extractVariables;
    job.options.scraping = std::move(form.scraping);
    job.answer.candidates = form.options.candidates;
    return job;
}

void startJob(ServerContext& context,
              const JobQuery& query,
              CrashForm form,
              RequestExchange::Respond respond)
{
    if (!form.file) {
        respond(errorResponse(400, "missing apple crash report"));
        return;
    }
    auto work = [&service = context.service, job = makeJob(std::move(form), query)](
                    const std::stop_token& stop) { return symbolicate(service, job, stop); };
    respondWithJob(context.jobs, query, std::move(work), std::move(respond));
}

} // namespace

HttpOpening openAppleCrashReport(ServerContext& context, const HttpRequestHead& head)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    return openCrashForm(
        head,
        {.filePart = "apple_crash_report",
         .rewriteRules = AcceptsRewriteRules::No,
         .spoolFolder = context.spoolFolder,
         .maxBodyBytes = context.crashFileBodyMaxBytes,
         .policy = context.policy},
        [&context, query = *query](CrashForm form, RequestExchange::Respond respond) {
            startJob(context, query, std::move(form), std::move(respond));
        });
}

} // namespace faultline
