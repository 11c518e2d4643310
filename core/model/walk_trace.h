// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame.h"
#include "core/model/stack_end.h"
#include "core/model/unwind_method.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// The steps by which the walker looks for a caller, in the order in which it tries them. The
/// number of a step in core/unwind/README.md is its value here plus one.
enum class WalkStep : std::uint8_t {
    SignalTrampoline,
    MacSignalHandler,
    BsdStart,
    Funclet,
    GoStacks,
    PreferredFramePointer, ///< FramePointer, asked for before unwind data.
    UnwindData,
    BadCall,
    FollowedInstructions,
    KnownStart,
    PrologueOrEpilogue,
    CallerByTarget,
    WaysToReturn,
    Arm64WaysToReturn,
    Vsyscall,
    LinkRegister,
    FramePointer,
    UncheckedLinkRegister,
    Scan,
};

inline constexpr std::size_t kWalkSteps = 19;

enum class WalkVerdict : std::uint8_t {
    Taken,
    EndsStack, ///< It proved that there is no caller.
    Refused,   ///< It had what it needs, and found nothing that can be true.
    NoBasis,   ///< It lacks the fact that `lack` names.
    NotHere,   ///< It is for other systems or processors, which `lack` says.
};

/// The first fact that a step lacks.
enum class WalkLack : std::uint8_t {
    Nothing,
    System,          ///< Another operating system.
    Processor,       ///< Another processor.
    Call,            ///< The step is for frames that made a call, and this one was interrupted.
    ExactAddress,    ///< The address is a return address, and the step needs the exact one.
    BadAddress,      ///< The address points to code, so the call was good.
    Module,          ///< The address lies in no module.
    File,            ///< The module's files are not here.
    UnwindData,      ///< The module's file has no unwind data.
    Instructions,    ///< The bytes at the address are not known.
    Function,        ///< No symbol names the function at the address.
    SpecialFunction, ///< The function is none of those that the step is for.
    Trampoline,      ///< The instructions are no signal trampoline.
    StackPointer,    ///< The stack pointer is a guess.
    Register,        ///< The register that the step starts from was not recovered.
    KernelLibrary,   ///< The address does not lie in the kernel's own library.
};

/// One step that was tried for one frame.
struct WalkAttempt
{
    WalkStep step = WalkStep::Scan;
    WalkVerdict verdict = WalkVerdict::NoBasis;
    WalkLack lack = WalkLack::Nothing;
    /// The register that the step starts from: the frame pointer or the link register.
    std::optional<std::uint64_t> start = {};
    /// What the step found, also if it was refused afterwards.
    std::optional<UnwindMethod> method = {};
    std::uint64_t pc = 0;  ///< Only with `method`.
    std::uint64_t sp = 0;  ///< Only with `method`.
    std::string note = {}; ///< For people: what the step rejected. May be empty.

    friend bool operator==(const WalkAttempt&, const WalkAttempt&) = default;
};

/// A frame, and how it was found from the one before it.
struct ExplainedFrame
{
    std::uint64_t pc = 0; ///< Exact, or the return address.
    std::uint64_t sp = 0;
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    std::optional<std::uint32_t> module; ///< Index into Event::modules.
    /// Where on the stack the return address lies that leads here. Only where the processor puts it
    /// on the stack at a place that the stack pointer tells.
    std::optional<std::uint64_t> returnSlot;
    std::string note;
    std::vector<WalkAttempt> attempts; ///< In order. Empty for frames that no step found.
};

/// Why a thread's stack is as it is. Made on request only.
struct WalkTrace
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::vector<ExplainedFrame> frames;
    bool isCut = false; ///< Further frames are not explained; then the end is not known.
    StackEnd end = StackEnd::NotReached;
    std::string endNote;
    std::vector<WalkAttempt> endAttempts; ///< Those for the frame that does not exist.
};

} // namespace faultline
