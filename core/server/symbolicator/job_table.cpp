// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_table.h"

#include "core/base/contained.h"
#include "core/base/result.h"

#include <algorithm>
#include <utility>

namespace faultline::server {

namespace {

constexpr std::string_view kTimeoutAnswer = R"({"status":"timeout"})";
constexpr std::string_view kInternalErrorAnswer = R"({"status":"internal_error"})";
constexpr std::string_view kOutOfMemoryAnswer = R"({"status":"failed","message":"out of memory"})";

} // namespace

JobTable::JobTable(const JobTableOptions& options, LogSink& log)
    : m_options(options), m_log(log), m_shelf(options.answers, log)
{
    auto deadlines = DeadlineQueue::create();
    if (!deadlines) {
        m_ready = std::unexpected(std::move(deadlines.error()));
        return;
    }
    m_deadlines = *std::move(deadlines);
    m_threads = std::make_unique<JobThreads>(JobThreadsOptions{.maxThreads = options.maxThreads});
}

JobTable::~JobTable()
{
    stop();
}

bool JobTable::submit(Work work, std::optional<std::chrono::milliseconds> limit, FirstWaiter waiter)
{
    const auto key = m_options.makeKey();
    auto job = std::make_shared<Job>();
    Waiter first = [key, waiter = std::move(waiter)](Answer answer) mutable {
        waiter(key, std::move(answer));
    };
    {
        const std::lock_guard lock(m_mutex);
        const auto row = m_jobs.emplace(key, job).first;
        if (!enterLocked()) {
            m_jobs.erase(row);
            return false;
        }
        job->isKnown = limit && limit->count() <= 0;
        const auto posted = contained([&] { return post(key, job, std::move(work)); });
        if (!posted || !*posted)
            return giveUpLocked(key, job);
        if (!job->isKnown)
            addWaiter(job, limit, std::exchange(first, nullptr));
    }
    if (first)
        first(nullptr);
    return true;
}

bool JobTable::enterLocked()
{
    if (m_refusesNew || !m_threads ||
        (m_options.maxConcurrent && m_inFlight >= *m_options.maxConcurrent))
        return false;
    ++m_inFlight;
    return true;
}

void JobTable::leave()
{
    const std::lock_guard lock(m_mutex);
    --m_inFlight;
}

JobTable::Place JobTable::takePlace()
{
    const std::lock_guard lock(m_mutex);
    return Place(enterLocked() ? this : nullptr);
}

bool JobTable::post(const JobKey& key, const JobPtr& job, Work work)
{
    job->limit = m_deadlines->schedule(m_options.jobLimit, [this, key, weak = std::weak_ptr(job)] {
        if (const auto late = weak.lock()) {
            complete(key, late, std::string(kTimeoutAnswer));
            late->stop.request_stop();
        }
    });
    return m_threads->post(
        [this, key, job, request = job->request, work = std::move(work)]() mutable {
            const RequestScope scope(std::move(request));
            run(key, job, std::move(work));
        });
}

bool JobTable::wait(const JobKey& key,
                    std::optional<std::chrono::milliseconds> limit,
                    Waiter waiter)
{
    Answer answer;
    bool runs = false;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_jobs.find(key);
        if (found != m_jobs.end()) {
            answer = found->second->answer;
            runs = !answer;
        }
        if (runs && (!limit || limit->count() > 0)) {
            addWaiter(found->second, limit, std::move(waiter));
            return true;
        }
        if (runs)
            found->second->isKnown = true;
    }
    if (!answer && !runs)
        answer = m_shelf.find(key);
    if (!answer && !runs)
        return false;
    waiter(std::move(answer));
    return true;
}

void JobTable::addWaiter(const JobPtr& job,
                         std::optional<std::chrono::milliseconds> limit,
                         Waiter waiter)
{
    const auto id = m_nextWaiter++;
    auto& entry = job->waiting[id];
    entry.waiter = std::move(waiter);
    if (!limit)
        return;
    entry.deadline = m_deadlines->schedule(*limit, [this, weak = std::weak_ptr(job), id] {
        if (const auto late = weak.lock())
            giveUpWaiting(late, id);
    });
}

void JobTable::stop()
{
    std::unique_ptr<JobThreads> threads;
    {
        const std::lock_guard lock(m_mutex);
        threads = std::move(m_threads);
        for (const auto& [key, job] : m_jobs)
            job->stop.request_stop();
    }
    threads.reset(); // Joins.
    std::vector<std::pair<JobKey, JobPtr>> left;
    {
        const std::lock_guard lock(m_mutex);
        left.assign(m_jobs.begin(), m_jobs.end());
    }
    for (const auto& [key, job] : left)
        complete(key, job, std::string(kInternalErrorAnswer));
}

std::size_t JobTable::inFlight() const
{
    const std::lock_guard lock(m_mutex);
    return m_inFlight;
}

void JobTable::refuseNew()
{
    const std::lock_guard lock(m_mutex);
    m_refusesNew = true;
}

bool JobTable::refusesNew() const
{
    const std::lock_guard lock(m_mutex);
    return m_refusesNew;
}

void JobTable::setMaxConcurrent(std::optional<std::size_t> most)
{
    const std::lock_guard lock(m_mutex);
    m_options.maxConcurrent = most;
}

void JobTable::ping(std::move_only_function<void()> answered)
{
    if (!m_ready)
        return;
    m_deadlines->schedule({}, [this, answered = std::move(answered)]() mutable {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_threads || m_threads->postIfFree(answered))
                return;
        }
        answered();
    });
}

JobTable::Snapshot JobTable::snapshot() const
{
    Snapshot snapshot;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, job] : m_jobs) {
            if (!job->answer)
                snapshot.running.push_back(
                    {.key = key, .request = job->request, .started = job->started});
        }
    }
    const auto kept = m_shelf.size();
    snapshot.finished = kept.answers;
    snapshot.finishedBytes = kept.memoryBytes + kept.diskBytes;
    std::ranges::sort(snapshot.running, {}, &RunningJob::started);
    return snapshot;
}

void JobTable::run(const JobKey& key, const JobPtr& job, Work work)
{
    auto answer = contained([&] { return work(job->stop.get_token()); });
    work = nullptr; // An answer needs room.
    if (!answer) {
        const auto& detail = answer.error().detail;
        m_log.write(LogLevel::Error, "server", concat("job ", key.text(), ": ", detail));
        answer = std::string(detail == kOutOfMemory ? kOutOfMemoryAnswer : kInternalErrorAnswer);
    }
    complete(key, job, *std::move(answer));
}

/// Forgets a job that no thread could begin with. Call it with the lock held. Returns false.
bool JobTable::giveUpLocked(const JobKey& key, const JobPtr& job)
{
    m_deadlines->cancel(job->limit);
    m_jobs.erase(key);
    --m_inFlight;
    return false;
}

void JobTable::complete(const JobKey& key, const JobPtr& job, std::string answer)
{
    std::map<std::uint64_t, Waiting> waiting;
    RequestInfoPtr request; // Released without the lock.
    const auto published = std::make_shared<const std::string>(std::move(answer));
    bool isKept = false;
    {
        const std::lock_guard lock(m_mutex);
        if (job->answer)
            return;
        job->answer = published;
        waiting.swap(job->waiting);
        request.swap(job->request);
        --m_inFlight;
        isKept = job->isKnown;
        if (!isKept)
            m_jobs.erase(key);
    }
    m_deadlines->cancel(job->limit);
    if (request && m_options.onEnd)
        m_options.onEnd(*request, *published);
    if (isKept)
        keep(key, published);
    for (auto& [id, entry] : waiting) {
        if (entry.deadline)
            m_deadlines->cancel(*entry.deadline);
        entry.waiter(published);
    }
}

void JobTable::keep(const JobKey& key, const Answer& answer)
{
    m_shelf.put(key, answer);
    m_deadlines->schedule(m_options.retention, [this, key] { m_shelf.remove(key); });
    const std::lock_guard lock(m_mutex);
    m_jobs.erase(key);
}

void JobTable::giveUpWaiting(const JobPtr& job, std::uint64_t waiter)
{
    std::map<std::uint64_t, Waiting>::node_type node;
    {
        const std::lock_guard lock(m_mutex);
        node = job->waiting.extract(waiter);
        job->isKnown |= !node.empty();
    }
    if (!node.empty())
        node.mapped().waiter(nullptr);
}

} // namespace faultline::server
