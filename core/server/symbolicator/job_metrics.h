#pragma once

#include "core/base/metrics.h"
#include "core/model/report.h"
#include "core/server/symbolicator/job_responder.h"

namespace faultline::server {

/// What a job is counted as; the reference's names (docs/spec/http-api.md §12.2).
struct JobTask
{
    std::string_view name;   ///< "symbolicate", "minidump_stackwalk", …
    std::string_view origin; ///< "symbolicate", "minidump", "applecrashreport".
};

/// respondWithJob() that counts the job: accepted or rejected, processed, and how many are under
/// way.
void respondWithCountedJob(JobTable& jobs,
                           MetricSink& metrics,
                           const JobTask& task,
                           const JobQuery& query,
                           JobTable::Work work,
                           RequestExchange::Respond respond);

/// How well a native event was symbolicated.
void countQuality(MetricSink& metrics, const JobTask& task, const Report& report);

} // namespace faultline::server
