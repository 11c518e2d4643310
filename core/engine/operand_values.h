// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>

namespace faultline::engine {

/// Adds the memory operands of instructions with the register values of the frame. Registers are
/// known at the frame's instruction. They count for the others of its basic block, as far as
/// nothing between the two may write them: an instruction that is not known to leave a register
/// alone ends the block. Variables of the frame name the places where they lie; for that debug
/// files are read, so it is for job threads only.
void addOperands(EngineServices& services,
                 const EventFindings& findings,
                 const FramePlace& frame,
                 const std::stop_token& stop,
                 CodeAnswer& answer);

} // namespace faultline::engine
