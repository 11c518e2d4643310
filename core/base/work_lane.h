// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline {

/// Whose work a thread does: a job's, or nobody's in particular. Queues that several jobs share
/// give each lane its turn, so that a job with a hundred thousand tasks does not hold up one with
/// two. A pool's task runs in the lane of the thread that posted it.
enum class WorkLane : std::uint64_t { Common = 0 };

/// One that no other work has.
WorkLane newWorkLane();

WorkLane currentWorkLane();

/// Lets the calling thread work in a lane for as long as it lives. May be nested.
class WorkLaneScope
{
public:
    explicit WorkLaneScope(WorkLane lane);
    ~WorkLaneScope();
    WorkLaneScope(const WorkLaneScope&) = delete;
    WorkLaneScope& operator=(const WorkLaneScope&) = delete;

private:
    WorkLane m_outer;
};

} // namespace faultline
