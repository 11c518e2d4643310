// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline {

/// The means by which a frame was recovered. Finer than FrameTrust; shown for each frame.
enum class UnwindMethod : std::uint8_t {
    Context,
    DwarfCfi,
    CompactUnwind,
    PeUnwind,
    PeLeaf,
    FrameData,
    Fpo,
    BreakpadCfi,
    BreakpadWin,
    Exidx,
    FramePointer,
    LinkRegister,
    Instructions,
    SignalFrame,
    Scan,
    Prewalked,
    GoFrameSize,
    HostContext ///< Registers of the 64-bit code of Windows that runs a 32-bit thread.
};

std::string_view unwindMethodName(UnwindMethod method);

} // namespace faultline
