#pragma once

#include "core/model/event.h"
#include "core/model/stack_end.h"
#include "core/model/unwind_method.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::unwind {

/// The most words of the stack that a scan looks at.
inline constexpr unsigned kMaxScanWords = 256;

/// The frame that a step leaves, with what is known about it beyond its record.
struct Callee
{
    RegisterSet registers;
    std::uint64_t pc = 0;
    std::uint64_t lookupAddress = 0;
    std::uint64_t sp = 0;
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    std::optional<std::uint32_t> module;
    bool isContext = false;
    bool isExact =
        false; ///< The registers stand exactly at pc: context, or interrupted by a signal.
    bool isThumb = false;     ///< 32-bit ARM: pc, which has no bit for it, stands in Thumb code.
    bool isSpGuessed = false; ///< sp lies in the frame, but not where unwind data count from.
    std::uint32_t grandCalleeParameterBytes = 0;
};

/// The caller that a means of stepping found.
struct Caller
{
    RegisterSet registers;
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    bool isExact = false; ///< pc is where a signal interrupted, not a return address.
    bool switchesStack =
        false; ///< The caller may be on another stack, so the stack pointer need not advance.
    bool isSpGuessed = false;     ///< As in Callee.
    bool isFunctionStart = false; ///< As in WalkedFrame.
    std::uint32_t calleeParameterBytes = 0;
    std::optional<StackEnd> end; ///< Set: there is no caller, for this reason.
};

/// What an attempt to find the caller has learned, whether it found one or not. Later attempts of
/// the same step build on it.
struct StepEvidence
{
    std::string note; ///< What was rejected, for people; may be empty.
    /// Unwind data covers pc, but the registers that it needs are not known.
    bool hasLostFrame = false;
    /// Words of the stack, counted from firstSlot(), that hold return addresses of calls which are
    /// over. A set of bits, so that a step allocates nothing.
    std::bitset<kMaxScanWords> endedCalls;

    void addNote(std::string_view text);
    void add(StepEvidence&& more);
};

/// The outcome of one attempt: the caller, if it found one, and what it has learned on the way.
struct StepResult
{
    StepResult() = default;

    StepResult(std::nullopt_t) {}

    StepResult(Caller found) : caller(std::move(found)) {}

    StepResult(std::optional<Caller> found, StepEvidence learned = {})
        : caller(std::move(found)), evidence(std::move(learned))
    {
    }

    /// Adds what a further attempt has learned and takes over its caller; whether it has one.
    bool take(StepResult&& attempt);

    std::optional<Caller> caller;
    StepEvidence evidence;
};

} // namespace faultline::unwind
