// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/request_runner.h"
#include "core/server/symbolicator/job_table.h"

namespace faultline::server {

/// Runs requests of other protocols as jobs, with the same limits of number and time. The table
/// must outlive it.
class JobRequestRunner final : public RequestRunner
{
public:
    explicit JobRequestRunner(JobTable& jobs) : m_jobs(jobs) {}

    void run(Work work, RequestExchange::Respond respond) override;

private:
    JobTable& m_jobs;
};

} // namespace faultline::server
