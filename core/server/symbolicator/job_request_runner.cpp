// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_request_runner.h"

#include <mutex>

namespace faultline::server {

namespace {

HttpResponse unavailable(std::string_view reason)
{
    auto response = errorResponse(503, reason);
    response.headers.emplace_back("Retry-After", "10");
    return response;
}

/// Holds the answer of the work for the thread that waits for it.
struct Slot
{
    std::mutex mutex; // Guards `answer`.
    std::optional<HttpResponse> answer;

    void put(HttpResponse response)
    {
        const std::lock_guard lock(mutex);
        answer = std::move(response);
    }

    HttpResponse take()
    {
        const std::lock_guard lock(mutex);
        return answer ? *std::move(answer) : unavailable("the request did not end in time");
    }
};

} // namespace

void JobRequestRunner::run(Work work, RequestExchange::Respond respond)
{
    const auto slot = std::make_shared<Slot>();
    const auto shared = std::make_shared<RequestExchange::Respond>(std::move(respond));
    const bool hasStarted = m_jobs.submit(
        [slot, work = std::move(work)](const std::stop_token& stop) mutable {
            slot->put(work(stop));
            return std::string();
        },
        std::nullopt,
        [slot, shared](const JobKey&, const JobTable::Answer&) { (*shared)(slot->take()); });
    if (!hasStarted)
        (*shared)(unavailable("maximum number of concurrent requests reached"));
}

} // namespace faultline::server
