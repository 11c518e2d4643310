// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/work_lane.h"

#include <atomic>
#include <utility>

namespace faultline {

namespace {

thread_local WorkLane t_lane = WorkLane::Common;

} // namespace

WorkLane newWorkLane()
{
    static std::atomic<std::uint64_t> last = 0;
    return WorkLane{++last};
}

WorkLane currentWorkLane()
{
    return t_lane;
}

WorkLaneScope::WorkLaneScope(WorkLane lane) : m_outer(std::exchange(t_lane, lane)) {}

WorkLaneScope::~WorkLaneScope()
{
    t_lane = m_outer;
}

} // namespace faultline
