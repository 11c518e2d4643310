// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/wait_graph.h"

#include <memory>

namespace faultline::waits {

/// What the goroutines of a trace of Go wait for, as its runtime says after each one's number:
/// "goroutine 7 [chan receive, 3 minutes]:". Go records no holder of anything, so there are none.
/// Null for traces without goroutines. Linear in threads.
std::shared_ptr<const WaitGraph> findGoWaits(const Event& event);

} // namespace faultline::waits
