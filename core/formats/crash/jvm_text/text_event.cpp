// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/text_event.h"

#include <algorithm>
#include <limits>

namespace faultline::jvmtext {

namespace {

JvmException exceptionOf(std::string_view className)
{
    const auto dot = className.rfind('.');
    if (dot == std::string_view::npos)
        return {.type = std::string(className), .module = {}};
    return {.type = std::string(className.substr(dot + 1)),
            .module = std::string(className.substr(0, dot))};
}

JvmStackFrame frameOf(const FrameLine& line, std::size_t index)
{
    JvmStackFrame frame;
    frame.index = index;
    frame.detail.module = line.className;
    frame.position.function = line.method;
    frame.position.line = line.line;
    if (!line.file.empty())
        frame.position.file = line.file;
    if (!line.descriptor.empty())
        frame.detail.signature = line.descriptor;
    return frame;
}

JvmStackRole roleOf(const ThrowableLine& line)
{
    auto head = line.head;
    head.remove_prefix(std::min(head.find_first_not_of(" \t"), head.size()));
    if (head.starts_with("Suppressed: "))
        return JvmStackRole::Suppressed;
    const bool isCause = head.starts_with("Caused by") || head.starts_with("Wrapped by: ") ||
                         head.starts_with("[CIRCULAR REFERENCE:");
    return isCause ? JvmStackRole::Cause : JvmStackRole::Error;
}

/// Returns the frame to which a detail belongs: the one above it, or else the first one.
std::optional<std::uint64_t> frameAbove(const TextStack& stack, std::size_t line)
{
    const auto after = std::ranges::upper_bound(stack.frames, line);
    if (stack.frames.empty())
        return std::nullopt;
    return after == stack.frames.begin() ? *after : *std::prev(after);
}

/// Visits the texts that may contain names: the throwable's message, its further lines, and locks.
template <class Visit>
void forEachMessage(const JvmText& text, Visit visit)
{
    for (std::size_t i = 0; i < text.stacks.size(); ++i) {
        const auto& stack = text.stacks[i];
        if (stack.throwable)
            visit(i, *stack.throwable,
                  std::get<ThrowableLine>(text.lines[*stack.throwable].parsed).message,
                  std::nullopt);
        for (const auto line : stack.messageLines)
            visit(i, line, text.lines[line].message(), std::nullopt);
        for (const auto line : stack.details)
            visit(i, line, text.lines[line].message(), frameAbove(stack, line));
    }
}

JvmStack stackOf(const JvmText& text, const TextStack& stack)
{
    JvmStack made;
    made.role = JvmStackRole::Thread;
    made.thread = stack.thread;
    made.isFatal = stack.isFatal;
    if (stack.throwable) {
        const auto& line = std::get<ThrowableLine>(text.lines[*stack.throwable].parsed);
        made.exception = exceptionOf(line.className);
        made.role = roleOf(line);
    }
    return made;
}

} // namespace

JvmEvent eventOf(const JvmText& text)
{
    ParseLimits limits;
    limits.maxThreads = std::numeric_limits<std::uint32_t>::max();
    limits.maxFramesPerThread = std::numeric_limits<std::uint32_t>::max();
    limits.maxFramesPerEvent = std::numeric_limits<std::uint32_t>::max();
    std::size_t leftOut = 0;
    return eventOf(text, limits, leftOut);
}

JvmEvent eventOf(const JvmText& text, const ParseLimits& limits, std::size_t& leftOut)
{
    JvmEvent event;
    event.platform = "java";
    event.mapIds = text.mapIds;
    std::size_t frames = 0;
    for (const auto& stack : text.stacks) {
        if (event.stacks.size() == limits.maxThreads) {
            leftOut += text.stacks.size() - event.stacks.size();
            break;
        }
        auto& made = event.stacks.emplace_back(stackOf(text, stack));
        const auto count = std::min({stack.frames.size(), std::size_t{limits.maxFramesPerThread},
                                     std::size_t{limits.maxFramesPerEvent} - frames});
        for (std::size_t i = 0; i < count; ++i)
            made.frames.push_back(
                frameOf(std::get<FrameLine>(text.lines[stack.frames[i]].parsed), stack.frames[i]));
        frames += count;
        leftOut += stack.frames.size() - count;
    }
    forEachMessage(text, [&](std::size_t stack, std::size_t, std::string_view message,
                             std::optional<std::uint64_t> frame) {
        if (stack < event.stacks.size())
            event.messages.push_back({stack, std::string(message), frame});
    });
    return event;
}

std::vector<std::size_t> messageLinesOf(const JvmText& text)
{
    std::vector<std::size_t> lines;
    forEachMessage(text, [&](std::size_t, std::size_t line, std::string_view,
                             std::optional<std::uint64_t>) { lines.push_back(line); });
    return lines;
}

} // namespace faultline::jvmtext
