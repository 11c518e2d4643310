// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace faultline::app {

/// Gives memory that is free inside the heap back to the system. The C library keeps it: after the
/// load drill (tests/drills) 90 of the heaps' 102 MiB were free, and no other program could use
/// them.
class MemoryReturn
{
public:
    /// Returns free memory if the process has worked since the last time. What work frees last does
    /// not make the process grow, so its size tells nothing. Call it now and then, on one thread.
    /// It takes milliseconds, in which a thread that allocates may wait.
    void look();

private:
    std::chrono::nanoseconds m_worked{}; ///< CPU time of the process after the last time.
};

} // namespace faultline::app
