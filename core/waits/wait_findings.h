// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/wait_graph.h"

namespace faultline::waits {

/// So many threads that wait for one lock are a convoy.
constexpr std::size_t kConvoyThreads = 3;

/// Concludes from a graph's threads and objects; linear in their number. A cycle is a deadlock if
/// each of its owners is recorded, and a possible one if some are guessed. A wait with a time limit
/// ends by itself, so it is part of no cycle.
///
/// Besides cycles: a convoy has its waiters. A lock held by a gone thread has its waiters. When a
/// holder waits for something outside the graph, the finding has the waiters, and last the holder.
std::vector<WaitFinding> findWaitProblems(const WaitGraph& graph);

} // namespace faultline::waits
