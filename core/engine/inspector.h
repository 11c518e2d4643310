// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>

namespace faultline::engine {

/// Answers a question from what the last run of an event has found. Reads files and waits for them:
/// for job threads only.
Inspection inspect(EngineServices& services,
                   const EventFindings& findings,
                   const InspectionQuestion& question,
                   const std::stop_token& stop);

/// The row of a frame in its stack. Absent when the stack has none.
std::optional<std::uint32_t> rowOf(const ThreadStack& stack, const FramePlace& frame);

} // namespace faultline::engine
