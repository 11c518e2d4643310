// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>

namespace faultline::symbolicate {

/// How to derive a given frame's look-up address from its instruction address (docs/spec/native.md
/// §7.1).
enum class AdjustMode : std::uint8_t { Auto, Yes, No };

/// The default mode for a thread's frames: Yes if one of them has an explicit
/// adjust_instruction_addr.
AdjustMode defaultAdjustMode(const std::vector<Frame>& frames);
AdjustMode adjustModeOf(const Frame& frame, AdjustMode threadDefault);

/// The inputs of the rule for frame 0 (docs/spec/native.md §7.3).
struct AdjustContext
{
    AdjustMode mode = AdjustMode::Auto;
    std::size_t frameIndex = 0; ///< Index in the thread, callee first.
    std::uint64_t instructionAddress = 0;
    std::optional<std::uint32_t> signal;
    const std::vector<std::pair<std::string, std::uint64_t>>* registers =
        nullptr; ///< Registers of the thread's top frame.
};

/// The look-up address; `family` is the debug file's CPU. Wraps at zero like the address space.
std::uint64_t adjustedAddress(CpuFamily family, const AdjustContext& context);

} // namespace faultline::symbolicate
