// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/adjustment.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

/// SIGILL, macOS SIGBUS, SIGSEGV: compared literally, as Symbolicator does.
bool signalRemovesTopFrame(std::uint32_t signal)
{
    return signal == 4 || signal == 10 || signal == 11;
}

/// The crash reporter removed the signal handler's frame, so frame 0 is a return address.
bool topFrameIsReturnAddress(CpuFamily family, const AdjustContext& context)
{
    if (!context.signal || !signalRemovesTopFrame(*context.signal) || context.registers == nullptr)
        return false;
    const auto name = instructionPointerName(family);
    const auto found = std::ranges::find(*context.registers, name,
                                         [](const auto& r) { return std::string_view(r.first); });
    return found != context.registers->end() && found->second != context.instructionAddress;
}

} // namespace

AdjustMode defaultAdjustMode(const std::vector<Frame>& frames)
{
    const bool explicitOne =
        std::ranges::any_of(frames, [](const Frame& f) { return f.carried && f.carried->adjust; });
    return explicitOne ? AdjustMode::Yes : AdjustMode::Auto;
}

AdjustMode adjustModeOf(const Frame& frame, AdjustMode threadDefault)
{
    if (!frame.carried || !frame.carried->adjust)
        return threadDefault;
    return *frame.carried->adjust ? AdjustMode::Yes : AdjustMode::No;
}

std::uint64_t adjustedAddress(CpuFamily family, const AdjustContext& context)
{
    // Browsers print the offsets of the instructions themselves.
    if (family == CpuFamily::Wasm32)
        return context.instructionAddress;
    const bool previous = context.mode == AdjustMode::Yes ||
                          (context.mode == AdjustMode::Auto &&
                           (context.frameIndex != 0 || topFrameIsReturnAddress(family, context)));
    return previous ? previousInstruction(family, context.instructionAddress)
                    : alignInstruction(family, context.instructionAddress);
}

} // namespace faultline::symbolicate
