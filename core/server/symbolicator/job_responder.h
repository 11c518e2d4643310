// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/http/query_string.h"
#include "core/server/symbolicator/job_table.h"

#include <string_view>

namespace faultline::server {

/// `{"status":"failed","message":…}`.
std::string failedEnvelope(std::string_view message);

/// Starts a job and answers with its envelope, or with 503 when too many jobs are running
/// (docs/spec/http-api.md §3). Returns whether the job was started.
bool respondWithJob(JobTable& jobs,
                    const JobQuery& query,
                    JobTable::Work work,
                    RequestExchange::Respond respond);

/// Answers with the envelope of a known job. Returns false when the id is unknown; `respond` is not
/// used then.
bool respondIfKnown(JobTable& jobs,
                    const JobKey& key,
                    std::optional<std::chrono::seconds> timeout,
                    RequestExchange::Respond& respond);

/// Answers with the envelope of a known job. Answers with 404 and returns false when the id is
/// unknown.
bool respondWithKnownJob(JobTable& jobs,
                         const JobKey& key,
                         std::optional<std::chrono::seconds> timeout,
                         RequestExchange::Respond respond);

} // namespace faultline::server
