// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/unwind_method.h"

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
    case UnwindMethod::GoFrameSize: return "Go frame sizes";
    case UnwindMethod::HostContext: return "context of the 64-bit code below";
    }
    return "unknown";
}

} // namespace faultline
