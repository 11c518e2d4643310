// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/stack_maker.h"

#include "core/base/result.h"
#include "core/symbolicate/native/frame_resolver.h"
#include "core/symbolicate/native/stack_collector.h"

#include <algorithm>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// Copies a thread whose frames the crash reporter walked, in the form of given frames.
EventThread asGiven(const EventThread& thread)
{
    EventThread copy;
    copy.givenFrames.emplace();
    for (const auto& frame : thread.prewalked) {
        Frame given;
        given.makeNative().instructionAddress = frame.address;
        given.position.function = frame.symbol;
        given.trust = FrameTrust::Prewalked;
        copy.givenFrames->push_back(std::move(given));
    }
    return copy;
}

} // namespace

StackMaker::StackMaker(const Event& event, const ParseLimits& limits)
    : m_event(event), m_limits(limits), m_allowed(allowGivenFrames())
{
}

/// Returns how many given frames of each thread are shown. Earlier threads take from the event's
/// limit first.
std::vector<std::size_t> StackMaker::allowGivenFrames() const
{
    std::vector<std::size_t> allowed;
    std::size_t left = m_limits.maxFramesPerEvent;
    for (const auto& thread : m_event.threads) {
        const auto brought =
            thread.givenFrames ? thread.givenFrames->size() : thread.prewalked.size();
        allowed.push_back(std::min(brought, left));
        left -= allowed.back();
    }
    return allowed;
}

void StackMaker::noteCut(ThreadStack& stack, bool isCut) const
{
    if (!isCut)
        return;
    stack.end = StackEnd::FrameLimit;
    stack.endNote = concat("the event has more than ", m_limits.maxFramesPerEvent, " frames");
}

std::shared_ptr<ThreadStack> StackMaker::make(std::uint32_t index,
                                              const WalkedThread& walked,
                                              const FrameResolver& resolver,
                                              bool complete) const
{
    const EventThread& thread = m_event.threads[index];
    auto stack = std::make_shared<ThreadStack>();
    stack->thread = index;
    stack->complete = complete;
    const std::size_t allowed = m_allowed[index];
    if (thread.givenFrames) {
        stack->frames = resolver.resolveGivenThread(m_event, thread, allowed);
        noteCut(*stack, allowed < thread.givenFrames->size());
    } else if (!thread.prewalked.empty()) {
        stack->frames = resolver.resolveGivenThread(m_event, asGiven(thread), allowed);
        noteCut(*stack, allowed < thread.prewalked.size());
    } else {
        auto resolved = resolver.resolveThread(walked.frames, walked.end);
        stack->frames = std::move(resolved.rows);
        stack->end = walked.end;
        const bool hasBoth = !walked.endNote.empty() && !resolved.leftOut.empty();
        stack->endNote = concat(walked.endNote, hasBoth ? "; " : "", resolved.leftOut);
        for (const auto& frame : walked.frames)
            stack->registers.push_back(frame.registers);
    }
    return stack;
}

} // namespace faultline::symbolicate
