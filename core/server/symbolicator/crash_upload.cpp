// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/crash_upload.h"

#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

namespace {

CrashJob makeJob(CrashForm form, const JobQuery& query, const CrashUpload& upload)
{
    CrashJob job{.options = {}, .answer = {}, .upload = upload};
    job.options.sources = std::move(form.sources);
    job.options.scope = query.scope;
    job.options.scraping = std::move(form.scraping);
    job.options.rewriteFirstModule = std::move(form.rewriteFirstModule);
    job.options.extractVariables = form.options.extractVariables;
    job.answer.candidates = form.options.candidates;
    job.answer.extras = form.options.extras;
    job.options.wantsSignature = form.options.extras == report::IncludeExtras::Yes;
    job.answer.maxFramesPerThread = upload.maxFramesPerThread;
    return job;
}

void startJob(ServerContext& context,
              const JobQuery& query,
              const CrashUpload& upload,
              CrashForm form,
              RequestExchange::Respond respond)
{
    const auto refusal = form.file ? upload.refusal(context, *form.file) : upload.missingMessage;
    if (refusal) {
        respond(errorResponse(400, *refusal));
        return;
    }
    const auto file = *form.file;
    auto work = [&context, file,
                 job = makeJob(std::move(form), query, upload)](const std::stop_token& stop) {
        return symbolicateCrashFile(context, file, job, stop);
    };
    respondWithCountedJob(context.jobs, context.metrics, upload.task, query, std::move(work),
                          std::move(respond));
}

} // namespace

std::string symbolicateCrashFile(const ServerContext& context,
                                 const ByteView& file,
                                 const CrashJob& job,
                                 const std::stop_token& stop)
{
    const auto event = job.upload.readEvent(context.service, file);
    if (!event)
        return failedEnvelope(event.error());
    const auto affordable = requests::checkLookups((*event)->modules.size(), job.options.sources,
                                                   context.policy.limits);
    if (!affordable)
        return failedEnvelope(affordable.error().detail);
    const auto report = context.service.run(*event, job.options, stop);
    if (!report)
        return failedEnvelope(report.error().describe());
    countQuality(context.metrics, job.upload.task, **report);
    return report::renderJson(**report, job.answer);
}

HttpOpening
openCrashUpload(ServerContext& context, const HttpRequestHead& head, const CrashUpload& upload)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    return openCrashForm(
        head,
        {.filePart = std::string(upload.filePart),
         .rewriteRules = upload.rewriteRules,
         .spoolFolder = context.spoolFolder,
         .maxBodyBytes = context.crashFileBodyMaxBytes,
         .policy = context.policy},
        [&context, query = *query, upload](CrashForm form, RequestExchange::Respond respond) {
            startJob(context, query, upload, std::move(form), std::move(respond));
        });
}

} // namespace faultline::server
