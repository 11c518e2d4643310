#pragma once

#include "core/model/event.h"

#include <cstdint>

namespace faultline::symbolicate {

/// How the look-up address of a given frame comes from its instruction address (docs/spec/native.md
/// §7.1).
enum class AdjustMode : std::uint8_t { Auto, Yes, No };

/// The mode of each frame of a thread: one explicit adjust_instruction_addr makes Yes the default
/// of all others.
AdjustMode defaultAdjustMode(const std::vector<Frame>& frames);
AdjustMode adjustModeOf(const Frame& frame, AdjustMode threadDefault);

/// What the rule for frame 0 looks at (docs/spec/native.md §7.3).
struct AdjustContext
{
    AdjustMode mode = AdjustMode::Auto;
    std::size_t frameIndex = 0; ///< Within the thread, callee first.
    std::uint64_t instructionAddress = 0;
    std::optional<std::uint32_t> signal;
    const std::vector<std::pair<std::string, std::uint64_t>>* registers =
        nullptr; ///< Of the thread's top frame.
};

/// The address to look up; `family` is the debug file's. Wraps at zero like the address space.
std::uint64_t adjustedAddress(CpuFamily family, const AdjustContext& context);

} // namespace faultline::symbolicate
