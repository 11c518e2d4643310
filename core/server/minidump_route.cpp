#include "core/server/minidump_route.h"

#include "core/base/byte_reader.h"
#include "core/server/crash_form.h"
#include "core/server/job_responder.h"

namespace faultline {

namespace {

/// The reference cuts every thread of a minidump at this many frames.
constexpr std::uint32_t kMaxFrames = 256;
constexpr std::uint32_t kSignature = 0x504d444d; // "MDMP", minidumpapiset.h
constexpr std::uint32_t kVersion = 0xa793;       // Low half; the high half is the writer's own.

struct MinidumpJob
{
    ByteView file;
    SymbolicateOptions options;
    JsonOptions answer;
};

/// Clients know the reference's text for a damaged header; all others are ours.
std::string unreadableMessage(Bytes file, const Error& error)
{
    for (const auto order : {std::endian::little, std::endian::big}) {
        ByteReader header(file, order);
        const bool isMinidump = header.u32() == kSignature;
        if (isMinidump && (header.u32() & 0xffff) != kVersion && header.ok())
            return "Minidump version mismatch";
    }
    return error.detail;
}

std::string
symbolicate(SymbolicationService& service, const MinidumpJob& job, const std::stop_token& stop)
{
    const auto event = service.readEvent(job.file);
    if (!event)
        return failedEnvelope(unreadableMessage(job.file.span(), event.error()));
    if ((*event)->kind != EventKind::Minidump)
        return failedEnvelope("not a minidump");
    const auto report = service.run(*event, job.options, stop);
    return report ? renderJson(**report, job.answer) : failedEnvelope(report.error().describe());
}

MinidumpJob makeJob(CrashForm form, const JobQuery& query)
{
    MinidumpJob job;
    job.file = *std::move(form.file);
    job.options.sources = std::move(form.sources);
    job.options.scope = query.scope;
    job.options.extractVariables = form.options.extractVariables;
    job.options.scraping = std::move(form.scraping);
    job.options.rewriteFirstModule = std::move(form.rewriteFirstModule);
    job.answer.candidates = form.options.candidates;
    job.answer.maxFramesPerThread = kMaxFrames;
    return job;
}

void startJob(ServerContext& context,
              const JobQuery& query,
              CrashForm form,
              RequestExchange::Respond respond)
{
    if (!form.file) {
        respond(errorResponse(400, "missing minidump"));
        return;
    }
    if (form.file->text().starts_with("--")) {
        respond(errorResponse(400, "minidump contains multipart form data"));
        return;
    }
    auto work = [&service = context.service, job = makeJob(std::move(form), query)](
                    const std::stop_token& stop) { return symbolicate(service, job, stop); };
    respondWithJob(context.jobs, query, std::move(work), std::move(respond));
}

} // namespace

HttpOpening openMinidump(ServerContext& context, const HttpRequestHead& head)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    return openCrashForm(
        head,
        {.filePart = "upload_file_minidump",
         .rewriteRules = AcceptsRewriteRules::Yes,
         .spoolFolder = context.spoolFolder,
         .maxBodyBytes = context.crashFileBodyMaxBytes,
         .policy = context.policy},
        [&context, query = *query](CrashForm form, RequestExchange::Respond respond) {
            startJob(context, query, std::move(form), std::move(respond));
        });
}

} // namespace faultline
