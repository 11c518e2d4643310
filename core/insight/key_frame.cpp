// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/key_frame.h"

#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/runtime_names.h"
#include "core/insight/self_end.h"

#include <algorithm>
#include <optional>

namespace faultline::insight {

namespace {

/// A text often says neither a frame's module nor its source. A frame with a name counts unless it
/// is certainly not the program's.
std::optional<std::size_t>
keyFrameOfText(const Report& report, const ThreadStack& stack, std::size_t first)
{
    for (auto i = first; i < stack.frames.size(); ++i) {
        const auto& frame = stack.frames[i];
        const auto name = knownFunction(report, frame);
        if (!isOthersCode(report, frame) && !name.empty() && !isMemoryFunction(name))
            return i;
    }
    return std::nullopt;
}

} // namespace

std::uint32_t crashedThread(const Report& report)
{
    return report.event && report.event->requestingThread ? *report.event->requestingThread : 0;
}

std::size_t leadingThread(const Report& report)
{
    const auto& event = *report.event;
    if (event.requestingThread && *event.requestingThread < event.threads.size())
        return *event.requestingThread;
    for (std::size_t i = 0; i < event.threads.size(); ++i) {
        if (event.threads[i].isRequesting.value_or(false))
            return i;
    }
    for (std::size_t i = 0; i < event.threads.size(); ++i) {
        const auto* stack = stackOf(report, i);
        if (stack != nullptr && !stack->frames.empty())
            return i;
    }
    return 0;
}

const ThreadStack* stackOf(const Report& report, std::size_t thread)
{
    return thread < report.stacks.size() ? report.stacks[thread].get() : nullptr;
}

const ModuleReport* moduleReport(const Report& report, std::size_t module)
{
    return module < report.modules.size() ? report.modules[module].get() : nullptr;
}

const Frame* innermostFrame(const Report& report)
{
    const auto* stack = stackOf(report, crashedThread(report));
    return stack != nullptr && !stack->frames.empty() ? &stack->frames.front() : nullptr;
}

std::size_t physicalFrameCount(const ThreadStack& stack)
{
    return static_cast<std::size_t>(std::ranges::count(stack.frames, false, &Frame::isInlined));
}

std::size_t keyFrame(const Report& report, const ThreadStack& stack)
{
    const bool isCrashed = &stack == stackOf(report, crashedThread(report));
    const auto first = isCrashed ? crashPlace(report).blamed : 0;
    if (report.event->kind == EventKind::NativeText) {
        if (const auto row = keyFrameOfText(report, stack, first))
            return *row;
    }
    std::optional<std::size_t> firstOfProgram;
    for (auto i = first; i < stack.frames.size(); ++i) {
        const auto& frame = stack.frames[i];
        if (!isInApp(report, frame))
            continue;
        const auto* native = frame.asNative();
        const bool isOfKernel = native != nullptr && native->place; // Few of its frames have lines.
        if (frame.position.file || frame.position.absPath || isOfKernel)
            return i;
        if (!firstOfProgram)
            firstOfProgram = i;
    }
    return firstOfProgram.value_or(first);
}

} // namespace faultline::insight
