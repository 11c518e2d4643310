// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stack_text.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/model/thread_stack.h"
#include "core/report/frame_text.h"

#include <fmt/format.h>

namespace faultline::report {

namespace {

void appendPart(std::string& tail,
                std::string_view open,
                std::string_view text,
                std::string_view close)
{
    if (!text.empty())
        tail += concat(tail.empty() ? "" : "  ", open, text, close);
}

/// Says how a frame was found only if the row has no better information or the frame may be wrong.
/// Readers of a ticket need no more.
std::string_view shortTrust(const Frame& frame)
{
    const bool isTold = frameSourcePosition(frame).empty() || isGuess(frame.trust);
    const bool isKnown = frame.trust != FrameTrust::None;
    return isTold && isKnown ? frameTrustName(frame.trust) : std::string_view();
}

std::string plainTail(const Frame& frame)
{
    std::string tail;
    appendPart(tail, "[", frameSourcePosition(frame), "]");
    appendPart(tail, "(", frameProblem(frame), ")");
    appendPart(tail, "(", frame.isInlined ? "" : trustWords(frame), ")");
    return tail;
}

std::string markdownTail(const Frame& frame)
{
    std::string tail;
    const auto problem = frameProblem(frame);
    appendPart(tail, "[", frameSourcePosition(frame), "]");
    appendPart(tail, "(", problem.empty() ? shortTrust(frame) : std::string_view(problem), ")");
    return tail;
}

/// "widget.cpp @ 120"; without a line only the file.
std::string clipboardPosition(const Frame& frame)
{
    auto place = frameSourcePosition(frame);
    if (frame.asScript() != nullptr) // "app.min.js:1:48213" is how scripts' tools read it.
        return place;
    const auto colon = place.rfind(':');
    const bool hasLine = colon != std::string::npos && colon + 1 < place.size() &&
                         place.find_first_not_of("0123456789", colon + 1) == std::string::npos;
    return hasLine ? concat(place.substr(0, colon), " @ ", place.substr(colon + 1)) : place;
}

std::string clipboardTail(const Frame& frame)
{
    std::string tail;
    const auto problem = frameProblem(frame);
    appendPart(tail, "[", clipboardPosition(frame), "]");
    appendPart(tail, "(", problem, ")");
    if (isGuess(frame.trust) && !frame.isInlined)
        appendPart(tail, "(", frameTrustName(frame.trust), ")");
    return tail;
}

std::string tailOf(const Frame& frame, StackForm form)
{
    switch (form) {
    case StackForm::Plain: return plainTail(frame);
    case StackForm::Markdown: return markdownTail(frame);
    case StackForm::Clipboard: break;
    }
    return clipboardTail(frame);
}

std::string rawTail(const Frame& frame, StackForm form)
{
    std::string tail;
    const auto trust = form == StackForm::Plain          ? trustWords(frame)
                       : frame.trust == FrameTrust::None ? std::string_view()
                                                         : frameTrustName(frame.trust);
    appendPart(tail, "(", trust, ")");
    return tail;
}

std::string rowText(const Report& report,
                    const ThreadStack* stack,
                    const StackRow& row,
                    StackForm form,
                    FrameNames names)
{
    if (!row.frame)
        return concat(form == StackForm::Plain ? "      ... " : "   ... ", escapeControls(row.note),
                      "\n");
    if (stack == nullptr || *row.frame >= stack->frames.size())
        return {};
    const auto line = frameLine(report, stack->frames[*row.frame], form, names);
    return concat(line.head, line.tail.empty() ? "" : "  ", line.tail, "\n");
}

} // namespace

StackSelection wholeStack(const Report& report, std::size_t thread)
{
    StackSelection selection{.thread = thread, .rows = {}};
    const auto* stack = insight::stackOf(report, thread);
    if (stack == nullptr)
        return selection;
    for (std::size_t i = 0; i < stack->frames.size(); ++i)
        selection.rows.push_back({.frame = i, .note = {}});
    if (endsEarly(*stack) && !stack->frames.empty())
        selection.rows.push_back({.frame = std::nullopt, .note = stackEndText(*stack)});
    return selection;
}

std::vector<const Frame*> shownFrames(const Report& report, const StackSelection& selection)
{
    std::vector<const Frame*> frames;
    const auto* stack = insight::stackOf(report, selection.thread);
    for (const auto& row : selection.rows) {
        if (stack != nullptr && row.frame && *row.frame < stack->frames.size())
            frames.push_back(&stack->frames[*row.frame]);
    }
    return frames;
}

FrameLine frameLine(const Report& report, const Frame& frame, StackForm form, FrameNames names)
{
    const bool isRaw = names == FrameNames::Raw;
    const auto label = isRaw ? frameAddressLabel(report, frame) : frameLabel(report, frame);
    const int width = form == StackForm::Plain ? 4 : 2;
    const auto mark = frame.isInlined && form != StackForm::Clipboard ? "i" : " ";
    FrameLine line;
    line.head = fmt::format("{:>{}}{} {}", frame.originalIndex, width, mark, label);
    if (isRaw)
        line.tail = rawTail(frame, form);
    else
        line.tail = tailOf(frame, form);
    return line;
}

std::string stackText(const Report& report, const StackSelection& selection, StackForm form)
{
    const auto* stack = insight::stackOf(report, selection.thread);
    std::string text;
    for (const auto& row : selection.rows)
        text += rowText(report, stack, row, form, selection.names);
    return text;
}

} // namespace faultline::report
