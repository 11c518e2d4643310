#include "core/unwind/stack_walker.h"
#include "core/unwind/unwind_table.h"

namespace faultline {

std::string_view unwindMethodName(UnwindMethod method)
{
    switch (method) {
    case UnwindMethod::Context: return "context";
    case UnwindMethod::DwarfCfi: return "DWARF CFI";
    case UnwindMethod::CompactUnwind: return "compact unwind";
    case UnwindMethod::PeUnwind: return "PE unwind data";
    case UnwindMethod::PeLeaf: return "leaf without PE unwind data";
    case UnwindMethod::FrameData: return "PDB frame data";
    case UnwindMethod::Fpo: return "PDB FPO data";
    case UnwindMethod::BreakpadCfi: return "STACK CFI";
    case UnwindMethod::BreakpadWin: return "STACK WIN";
    case UnwindMethod::Exidx: return "ARM exception index";
    case UnwindMethod::FramePointer: return "frame pointer";
    case UnwindMethod::LinkRegister: return "link register";
    case UnwindMethod::Instructions: return "instructions around pc";
    case UnwindMethod::SignalFrame: return "signal frame";
    case UnwindMethod::Scan: return "stack scan";
    case UnwindMethod::Prewalked: return "walked by the crash reporter";
    }
    return "unknown";
}

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
