// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stack_end.h"

namespace faultline {

std::string_view stackEndName(StackEnd end)
{
    switch (end) {
    case StackEnd::NotReached: return "not reached";
    case StackEnd::UnwindData: return "unwind data marks the outermost frame";
    case StackEnd::ZeroPc: return "return address is zero";
    case StackEnd::ZeroFramePointer: return "frame pointer is zero";
    case StackEnd::NoMemory: return "the file holds no more stack memory";
    case StackEnd::NoProgress: return "the stack pointer did not advance";
    case StackEnd::NotFound: return "no caller found";
    case StackEnd::FrameLimit: return "frame limit reached";
    case StackEnd::TimeLimit: return "time limit reached";
    case StackEnd::KnownStart: return "threads begin in this function";
    case StackEnd::NotCode: return "the return address points to no code";
    case StackEnd::NoContext: return "the thread has no registers";
    }
    return "unknown";
}

} // namespace faultline
