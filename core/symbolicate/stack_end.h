#pragma once

#include "core/symbolicate/report.h"

namespace faultline {

/// Whether the walk stopped before the thread's first function, so that callers are missing. Frames
/// that the crash reporter walked or that the input brought end where it says.
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
