// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"
#include "core/model/report.h"
#include "core/server/symbolicator/job_responder.h"

#include <functional>
#include <optional>
#include <string>

namespace faultline::server {

/// The labels under which a job is counted, with the reference's names (docs/spec/http-api.md
/// §12.2).
struct JobTask
{
    StaticText name;   ///< "symbolicate", "minidump_stackwalk", …
    StaticText origin; ///< "symbolicate", "minidump", "applecrashreport".
};

/// Does what respondWithJob() does and counts the job: accepted or rejected, processed, and the
/// number of running jobs.
void respondWithCountedJob(JobTable& jobs,
                           MetricSink& metrics,
                           const JobTask& task,
                           const JobQuery& query,
                           JobTable::Work work,
                           RequestExchange::Respond respond);

/// Tries to answer at once with what needs no waiting: `work` returns the envelope, or nothing when
/// a job must do it. Counts like respondWithCountedJob(). Returns false when nothing was answered;
/// `respond` is not used then.
bool respondAtOnce(JobTable& jobs,
                   MetricSink& metrics,
                   const JobTask& task,
                   const JobQuery& query,
                   const std::function<std::optional<std::string>()>& work,
                   RequestExchange::Respond& respond);

/// Counts how completely a native event was symbolicated.
void countQuality(MetricSink& metrics, const JobTask& task, const Report& report);

} // namespace faultline::server
