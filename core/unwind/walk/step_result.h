// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/stack_end.h"
#include "core/model/unwind_method.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace faultline::unwind {

/// The most stack words that a scan reads.
inline constexpr unsigned kMaxScanWords = 256;

/// The frame to step out of, with facts that its record does not hold.
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
        false; ///< The registers belong exactly to pc: context, or interrupted by a signal.
    bool isThumb = false; ///< 32-bit ARM: pc, which has no Thumb bit, is in Thumb code.
    bool isSpGuessed =
        false; ///< sp lies in the frame, but not at the place from which unwind data count.
    std::uint32_t grandCalleeParameterBytes = 0;
};

/// The caller that a method found.
struct Caller
{
    RegisterSet registers;
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    /// A signal interrupted the function at pc, so pc is not a return address.
    bool isExact = false;
    bool switchesStack =
        false; ///< The caller may be on another stack, so the stack pointer need not increase.
    bool isSpGuessed = false;     ///< As in Callee.
    bool isFunctionStart = false; ///< As in WalkedFrame.
    std::uint32_t calleeParameterBytes = 0;
    std::optional<StackEnd> end; ///< If set, there is no caller, for this reason.
};

/// What an attempt to find the caller has learned, successful or not. Later attempts at the same
/// step use it.
struct StepEvidence
{
    std::string note; ///< For people: what was rejected. May be empty.
    /// Unwind data cover pc, but registers that they need are unknown.
    bool hasLostFrame = false;
    /// Stack words, counted from firstSlot(), that hold return addresses of ended calls. A bit set,
    /// so that a step allocates nothing.
    std::bitset<kMaxScanWords> endedCalls;

    void addNote(std::string_view text);
    void add(StepEvidence&& more);
};

/// The outcome of one attempt: the caller, if it found one, and what it has learned on the way.
/// Most attempts learn nothing, and then cost nothing to hand on.
struct StepResult
{
    StepResult() = default;

    StepResult(std::nullopt_t) {}

    StepResult(Caller&& found) : caller(std::move(found)) {}

    StepResult(const std::optional<Caller>& found) { set(found); }

    /// The evidence of this attempt, to be extended.
    StepEvidence& learn() { return evidence ? *evidence : evidence.emplace(); }

    /// Adds the evidence of a further attempt and takes over its caller. Returns whether it has
    /// one.
    bool take(StepResult&& attempt)
    {
        if (attempt.evidence)
            learn().add(*std::move(attempt.evidence));
        set(attempt.caller);
        return caller.has_value();
    }

    /// What was rejected, for people; may be empty.
    std::string takeNote() { return evidence ? std::move(evidence->note) : std::string(); }

    std::optional<Caller> caller;
    std::optional<StepEvidence> evidence; ///< Absent: nothing was learned.

private:
    /// Replaces the caller. Assignment would copy the space for a caller even if there is none.
    void set(const std::optional<Caller>& found)
    {
        if (found)
            caller = *found;
        else
            caller.reset();
    }
};

} // namespace faultline::unwind
