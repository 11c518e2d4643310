// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>

namespace faultline::nativetext {

/// A program that prints its own stack in a handler of signals begins with the handler. What
/// crashed is the code below the system's frame that called the handler.

/// Says whether the text tells that a signal came.
enum class IsOfSignal : std::uint8_t { No, Yes };

/// Marks in the stacks of an event the frame that the signal interrupted: its address is exact, and
/// it came out of the registers that the system saved. Where the system's frame has no name, what
/// the handler is called tells it, or, after a signal, that the frame is at the first byte of a
/// function in the library of C.
void markInterrupted(Event& event, IsOfSignal isOfSignal);

/// A text says a frame's address, and that no return address is there. So it is for the first frame
/// of its stack, as far as other frames say otherwise.
void setExact(std::vector<Frame>& frames, std::size_t index);

} // namespace faultline::nativetext
