// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/thread_start.h"
#include "core/base/work_lane.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace faultline {

/// A limited number of threads for work that never waits for the network, for another task, or for
/// a lock held across work. A task with parallel parts calls parallelFor, which works on them
/// instead of waiting. A thread starts when work finds no idle one, so a short run starts few. The
/// destructor finishes running tasks, drops queued ones, and joins.
class WorkerPool
{
public:
    using Task = std::move_only_function<void()>;

    /// `threadCount` is the largest number of threads; 0 means one per core.
    explicit WorkerPool(std::size_t threadCount = 0);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Starts the first thread now, so that a system without threads is an error of the start.
    /// Errors: those of startThread().
    Result<void> ensureThread();

    /// Queues a task in the caller's lane. Tasks of a lane start in the order of posting, and lanes
    /// have their turns. What escapes a task ends the task alone:
    /// who waits for its outcome contains it (contained.h). When the system has no further thread,
    /// the existing ones do the work; without any, the caller's thread does.
    void post(Task task);

    /// Calls body(0) … body(count-1), in any order, on the caller's thread and on idle workers.
    /// Returns when all are done. Indexes that have not begun when `stop` fires are skipped. Tasks
    /// may call it, also nested. What escapes from a call of `body` reaches the caller when all are
    /// done.
    void parallelFor(std::size_t count,
                     const std::function<void(std::size_t)>& body,
                     std::stop_token stop = {});

    /// The largest number of threads.
    std::size_t threadCount() const { return m_threadLimit; }

private:
    /// Tasks that wait, by their lanes.
    class Queue
    {
    public:
        std::size_t size() const { return m_size; }

        bool isEmpty() const { return m_size == 0; }

        void push(WorkLane lane, Task task);
        /// Removes the first task of the lane whose turn it is. Not when empty.
        std::pair<WorkLane, Task> pop();

    private:
        using Lanes = std::map<WorkLane, std::deque<Task>>;

        std::deque<Task>& tasksOf(WorkLane lane);

        Lanes m_lanes;
        Lanes::node_type m_spare; ///< Of a lane that had its last task; the next new one gets it.
        WorkLane m_last = WorkLane::Common; ///< Had its turn last.
        std::size_t m_size = 0;
    };

    Result<void> addThreadLocked();
    void work();

    const std::size_t m_threadLimit;
    std::mutex m_mutex; // Guards all members after it.
    std::condition_variable m_wake;
    Queue m_queue;
    std::size_t m_idle = 0; // Threads that wait for work.
    bool m_isEnding = false;
    std::vector<Thread> m_threads;
};

} // namespace faultline
