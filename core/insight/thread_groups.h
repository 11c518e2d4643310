// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::insight {

enum class ThreadGrouping : std::uint8_t {
    State, ///< What the threads do, and for which kind of object they wait.
    Stack, ///< The functions of the whole stack.
    Name   ///< The thread's name without its trailing number: "worker-3" is "worker".
};

/// Threads that are alike.
struct ThreadGroup
{
    WaitState state = WaitState::Unknown;            ///< Of groups by state.
    WaitObjectKind object = WaitObjectKind::Unknown; ///< Of groups by state.
    std::string name;                                ///< Of groups by name; may be empty.
    std::vector<std::uint32_t> threads;              ///< In their order; never empty.
};

/// Every thread in exactly one group. The largest group comes first; equal ones follow their first
/// thread.
std::vector<ThreadGroup> groupThreads(const Report& report, ThreadGrouping by);

/// What is known of a thread's wait; null when nothing is.
const ThreadWait* waitOf(const Report& report, std::uint32_t thread);

/// What a wait is for; null when that is unknown.
const WaitObject* waitedObject(const Report& report, const ThreadWait& wait);

} // namespace faultline::insight
