#pragma once

#include <cstdint>
#include <string_view>

namespace faultline {

/// By what means a frame was recovered; finer than FrameTrust, shown per frame.
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
    Prewalked
};

std::string_view unwindMethodName(UnwindMethod method);

} // namespace faultline
