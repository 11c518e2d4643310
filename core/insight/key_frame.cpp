// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/key_frame.h"

#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/kernel_names.h"
#include "core/insight/runtime_names.h"
#include "core/insight/self_end.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The row inside of the innermost function that only hands work on. A kernel that loops calls the
/// same handler whenever somebody looks, and within it another function each time.
std::optional<std::size_t>
handlerOfKernel(const Report& report, const ThreadStack& stack, std::size_t first)
{
    if (!isChanceInHandler(report.event->crash.reason))
        return std::nullopt;
    for (auto i = first; i < stack.frames.size(); ++i) {
        const auto name = knownFunction(report, stack.frames[i]);
        if (isKernelDispatcher(withoutMark(qualifiedName(name))))
            return i > first ? i - 1 : i;
    }
    return std::nullopt;
}

bool isAboutOverflow(std::string_view reason)
{
    return reason.find("stack-overflow") != std::string_view::npos ||
           reason.find("STACK_OVERFLOW") != std::string_view::npos;
}

/// The first row from which on the same calls come again and again.
std::optional<std::size_t>
firstOfRecursion(const Report& report, const ThreadStack& stack, std::size_t first)
{
    constexpr std::size_t kMaxRows = 160;
    constexpr std::size_t kMaxPeriod = 32;
    constexpr std::size_t kTimes = 3;
    if (!isAboutOverflow(report.event->crash.reason))
        return std::nullopt;
    std::vector<std::string> names;
    for (auto i = first; i < stack.frames.size() && names.size() < kMaxRows; ++i)
        names.push_back(knownFunction(report, stack.frames[i]));
    const auto repeats = [&](std::size_t row, std::size_t period) {
        const auto end = row + (kTimes - 1) * period;
        if (end + period > names.size())
            return false;
        for (auto i = row; i < end; ++i) {
            if (names[i].empty() || names[i] != names[i + period])
                return false;
        }
        return true;
    };
    for (std::size_t row = 0; row < names.size(); ++row) {
        for (std::size_t period = 1; period <= kMaxPeriod; ++period) {
            if (repeats(row, period))
                return first + row;
        }
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
        if (const auto row = isCrashed ? handlerOfKernel(report, stack, first) : std::nullopt)
            return *row;
        if (const auto row = isCrashed ? firstOfRecursion(report, stack, first) : std::nullopt)
            return *row;
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
