// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/walk_trace.h"
#include "core/symbolicate/run/symbolication.h"
#include "core/unwind/walk/stack_walker.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace faultline::symbolicate {

/// Most frames of a thread that are explained.
inline constexpr std::size_t kMostExplainedFrames = 1024;

/// Walks one thread again with what was found for its modules, and keeps what each step tried.
/// `modules` are in the order of Event::modules. The frames are those of the first walk, unless the
/// limits of all threads together ended that. Without frames for an event that is not native, and
/// for a thread whose stack came with the file.
WalkTrace explainWalk(const Event& event,
                      std::span<const ResolvedModule> modules,
                      std::uint32_t thread,
                      const ParseLimits& limits,
                      unwind::UnwindPreference preference,
                      const std::stop_token& stop);

} // namespace faultline::symbolicate
