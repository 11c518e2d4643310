// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/walk_explainer.h"

#include "core/symbolicate/native/stack_collector.h"

#include <utility>

namespace faultline::symbolicate {

namespace {

/// What the last run has found. Nothing is fetched, so nothing is pending.
class FoundModules final : public unwind::WalkModuleProvider
{
public:
    explicit FoundModules(std::span<const ResolvedModule> modules) : m_modules(modules) {}

    unwind::WalkModule module(std::uint32_t moduleIndex) override
    {
        unwind::WalkModule answer;
        if (moduleIndex < m_modules.size() && m_modules[moduleIndex].walk)
            answer = *m_modules[moduleIndex].walk;
        if (answer.state == unwind::WalkModule::State::Pending)
            answer.state = unwind::WalkModule::State::Unavailable;
        return answer;
    }

private:
    std::span<const ResolvedModule> m_modules;
};

/// Calls of x86 push the return address, so it lies just below the caller's stack pointer.
std::optional<std::uint64_t> returnSlotOf(const Event& event, const unwind::WalkedFrame& frame)
{
    const auto family = frame.registers.family();
    const bool isPushed = family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
    const auto bytes = pointerSize(family);
    if (!isPushed || frame.trust == FrameTrust::Context || frame.sp < bytes)
        return std::nullopt;
    const auto word = event.asNative()->memory->readUnsigned(frame.sp - bytes, bytes);
    return word == frame.pc ? std::optional(frame.sp - bytes) : std::nullopt;
}

ExplainedFrame
explained(const Event& event, unwind::WalkedFrame frame, std::vector<WalkAttempt> attempts)
{
    ExplainedFrame made;
    made.pc = frame.pc;
    made.sp = frame.sp;
    made.trust = frame.trust;
    made.method = frame.method;
    made.module = frame.module;
    made.returnSlot = returnSlotOf(event, frame);
    made.note = std::move(frame.note);
    made.attempts = std::move(attempts);
    return made;
}

void walkToEnd(const Event& event,
               unwind::StackWalker& walker,
               WalkTrace& trace,
               const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        auto step = walker.next();
        if (auto* frame = std::get_if<unwind::WalkedFrame>(&step)) {
            if (trace.frames.size() >= kMostExplainedFrames) {
                trace.isCut = true;
                return;
            }
            trace.frames.push_back(explained(event, std::move(*frame), walker.takeAttempts()));
        } else if (auto* end = std::get_if<unwind::StackWalker::Finished>(&step)) {
            trace.end = end->reason;
            trace.endNote = std::move(end->note);
            trace.endAttempts = walker.takeAttempts();
            return;
        } else {
            return;
        }
    }
}

} // namespace

WalkTrace explainWalk(const Event& event,
                      std::span<const ResolvedModule> modules,
                      std::uint32_t thread,
                      const ParseLimits& limits,
                      unwind::UnwindPreference preference,
                      const std::stop_token& stop)
{
    WalkTrace trace;
    trace.thread = thread;
    const auto* native = event.asNative();
    if (thread >= event.threads.size() || native == nullptr || !native->memory ||
        bringsFrames(event.threads[thread]))
        return trace;
    FoundModules found(modules);
    const unwind::ModuleMap map(event);
    unwind::StackWalker walker(event, map, thread, found, limits, preference);
    walker.recordAttempts();
    walkToEnd(event, walker, trace, stop);
    return trace;
}

} // namespace faultline::symbolicate
