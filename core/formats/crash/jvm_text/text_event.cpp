#include "core/formats/crash/jvm_text/text_event.h"

namespace faultline::jvmtext {

namespace {

JvmException exceptionOf(std::string_view className)
{
    const auto dot = className.rfind('.');
    if (dot == std::string_view::npos)
        return {std::string(className), {}};
    return {std::string(className.substr(dot + 1)), std::string(className.substr(0, dot))};
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

/// Visits the texts that may contain names: the throwable's message, its further lines, and locks.
template <class Visit>
void forEachMessage(const JvmText& text, Visit visit)
{
    for (std::size_t i = 0; i < text.stacks.size(); ++i) {
        const auto& stack = text.stacks[i];
        if (stack.throwable)
            visit(i, *stack.throwable,
                  std::get<ThrowableLine>(text.lines[*stack.throwable].parsed).message);
        for (const auto line : stack.messageLines)
            visit(i, line, text.lines[line].message());
        for (const auto line : stack.details)
            visit(i, line, text.lines[line].message());
    }
}

} // namespace

JvmEvent eventOf(const JvmText& text)
{
    JvmEvent event;
    event.platform = "java";
    for (const auto& stack : text.stacks) {
        auto& made = event.stacks.emplace_back();
        if (stack.throwable)
            made.exception =
                exceptionOf(std::get<ThrowableLine>(text.lines[*stack.throwable].parsed).className);
        for (const auto line : stack.frames)
            made.frames.push_back(frameOf(std::get<FrameLine>(text.lines[line].parsed), line));
    }
    forEachMessage(text, [&](std::size_t stack, std::size_t, std::string_view message) {
        event.messages.push_back({stack, std::string(message)});
    });
    return event;
}

std::vector<std::size_t> messageLinesOf(const JvmText& text)
{
    std::vector<std::size_t> lines;
    forEachMessage(text,
                   [&](std::size_t, std::size_t line, std::string_view) { lines.push_back(line); });
    return lines;
}

} // namespace faultline::jvmtext
