// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame.h"
#include "core/model/registers.h"
#include "core/model/stack_end.h"
#include "core/model/stack_role.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// A thread's stack with all that is known so far.
struct ThreadStack
{
    std::uint32_t thread = 0;  ///< Index into Event::threads.
    std::vector<Frame> frames; ///< Callee first.
    std::vector<RegisterSet>
        registers; ///< One entry per physical frame (originalIndex); empty for given frames.
    bool complete = false; ///< The walk has ended and every frame's module is resolved.
    StackEnd end = StackEnd::NotReached;
    std::string endNote;
    std::optional<StackError> error; ///< With its names restored; absent when the event has none.
};

/// Did the walk stop before the thread's first function, so that callers are missing? False for
/// frames that the crash reporter walked or the input brought: they end where it says.
inline bool endsEarly(const ThreadStack& stack)
{
    switch (stack.end) {
    case StackEnd::NotReached:
    case StackEnd::UnwindData:
    case StackEnd::ZeroPc:
    case StackEnd::ZeroFramePointer:
    case StackEnd::KnownStart: return false;
    case StackEnd::NotFound:
        return stack.frames.empty() || stack.frames.back().trust != FrameTrust::Prewalked;
    case StackEnd::NoMemory:
    case StackEnd::NoProgress:
    case StackEnd::FrameLimit:
    case StackEnd::TimeLimit:
    case StackEnd::NoContext:
    case StackEnd::NotCode: return true;
    }
    return false;
}

} // namespace faultline
