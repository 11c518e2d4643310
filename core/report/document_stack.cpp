// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document_stack.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/thread_groups.h"
#include "core/model/thread_stack.h"
#include "core/report/frame_text.h"
#include "core/report/stack_role_text.h"
#include "core/report/thread_words.h"

#include <algorithm>

namespace faultline::report {

namespace {

constexpr std::size_t kMostFrames = 500;
constexpr std::size_t kFirstFrames = 400;
constexpr std::size_t kLastFrames = 100;

std::string amount(std::size_t count, std::string_view one, std::string_view many)
{
    return concat(count, " ", count == 1 ? one : many);
}

DocumentBadge trustBadge(const Frame& frame)
{
    if (frame.isInlined)
        return {.word = "inline",
                .explanation = "this function's code was inlined into the next one",
                .tone = Tone::Inlined};
    const auto badge = [&frame](std::string_view word, Tone tone) {
        return DocumentBadge{
            .word = std::string(word), .explanation = std::string(trustWords(frame)), .tone = tone};
    };
    switch (frame.trust) {
    case FrameTrust::None: return {};
    case FrameTrust::Context: return badge("context", Tone::Note);
    case FrameTrust::Cfi: return badge("cfi", Tone::Good);
    case FrameTrust::FramePointer: return badge("fp", Tone::Plain);
    case FrameTrust::Prewalked: return badge("prewalked", Tone::Plain);
    case FrameTrust::Scan:
    case FrameTrust::CfiScan: return badge("scan", Tone::Guess);
    }
    return {};
}

std::string functionText(const Report& report, const Frame& frame)
{
    const auto known = insight::knownFunction(report, frame);
    return known.empty() ? frameAddressLabel(report, frame) : escapeControls(known);
}

/// What the program itself calls the frame, where the report shows a restored name.
std::string originalText(const Frame& frame)
{
    const auto* jvm = frame.asJvm();
    return jvm == nullptr ? std::string() : escapeControls(jvm->obfuscated);
}

Tone toneOf(const Report& report, const Frame& frame)
{
    if (isGuess(frame.trust))
        return Tone::Guess;
    return insight::isOwnCode(report, frame) ? Tone::Plain : Tone::Dim;
}

DocumentFrame frameRow(const Report& report, const Frame& frame)
{
    DocumentFrame row;
    row.isInlined = frame.isInlined;
    if (!frame.isInlined)
        row.number = concat(frame.originalIndex);
    row.function = functionText(report, frame);
    row.problem = frame.isInlined && frameProblem(frame) == "inline" ? "" : frameProblem(frame);
    row.original = originalText(frame);
    // The module of a JVM frame is a mapping, which says nothing about the code.
    if (frame.asJvm() == nullptr)
        row.module = frameModuleName(report, frame);
    row.location = frameSourcePosition(frame);
    row.path = escapeControls(frame.position.absPath.value_or(""));
    row.trust = trustBadge(frame);
    row.tone = toneOf(report, frame);
    return row;
}

DocumentFrame remarkRow(std::string remark)
{
    DocumentFrame row;
    row.remark = std::move(remark);
    row.tone = Tone::Guess;
    return row;
}

/// Makes the rows of one stack, with remarks where frames are guessed or left out.
class StackRows
{
public:
    StackRows(const Report& report, const ThreadStack& stack, LongStacks longStacks)
        : m_report(report), m_stack(stack),
          m_shortens(longStacks == LongStacks::Shorten && stack.frames.size() > kMostFrames)
    {
    }

    std::vector<DocumentFrame> make()
    {
        const auto count = m_stack.frames.size();
        add(0, m_shortens ? kFirstFrames : count);
        if (!m_shortens)
            return std::move(m_rows);
        m_rows.push_back(
            remarkRow(concat(amount(count - kFirstFrames - kLastFrames, "frame is", "frames are"),
                             " left out of this long stack")));
        add(count - kLastFrames, count);
        return std::move(m_rows);
    }

private:
    void add(std::size_t first, std::size_t end)
    {
        for (std::size_t i = first; i < end; ++i) {
            const auto& frame = m_stack.frames[i];
            if (isGuess(frame.trust) && !std::exchange(m_warned, true))
                m_rows.push_back(remarkRow(
                    "The frames below are guesses: the stack was scanned for return addresses"));
            m_rows.push_back(frameRow(m_report, frame));
        }
    }

    const Report& m_report;
    const ThreadStack& m_stack;
    bool m_shortens = false;
    bool m_warned = false;
    std::vector<DocumentFrame> m_rows;
};

/// The first named function.
std::string topFunction(const Report& report, const ThreadStack& stack)
{
    for (const auto& frame : stack.frames) {
        if (auto name = insight::knownFunction(report, frame); !name.empty())
            return escapeControls(name);
    }
    return stack.frames.empty() ? std::string() : frameAddressLabel(report, stack.frames.front());
}

std::string frameCounts(const ThreadStack& stack)
{
    const auto physical = insight::physicalFrameCount(stack);
    const auto inlined = stack.frames.size() - physical;
    return concat(amount(physical, "frame", "frames"),
                  inlined == 0 ? std::string() : concat(", ", inlined, " inlined"));
}

/// `3 “RenderWorker”`. What stands above a stack of an error in a text is no thread's name.
std::string numberAndName(const Report& report, std::size_t thread)
{
    const auto name = escapeControls(report.event->threads[thread].name.value_or(""));
    const auto error = stackErrorText(report, thread);
    const bool isNamed = !name.empty() && (error.empty() || !name.contains(error));
    return concat(thread, isNamed ? concat(" “", name, "”") : std::string());
}

/// The error itself stands below the title.
std::string relatedTitle(const Report& report, std::size_t thread)
{
    if (stackErrorText(report, thread).empty())
        return stackTitle(*report.event, thread);
    std::string words(stackRoleWords(report.event->threads[thread].role));
    words.front() = toUpperAscii(words.substr(0, 1)).front();
    return words;
}

void addWait(const Report& report, std::size_t thread, DocumentStack& document)
{
    const auto index = static_cast<std::uint32_t>(thread);
    const auto* wait = insight::waitOf(report, index);
    if (wait != nullptr && insight::waitedObject(report, *wait) != nullptr)
        document.remarks.push_back(threadState(report, index));
}

void addEnd(const Report& report, std::size_t thread, DocumentStack& document)
{
    const auto& eventThread = report.event->threads[thread];
    const auto* stack = insight::stackOf(report, thread);
    if (stack == nullptr || stack->frames.empty())
        document.remarks.push_back(concat("no frames",
                                          eventThread.contextProblem.empty() ? "" : ": ",
                                          escapeControls(eventThread.contextProblem)));
    else if (auto end = stackEndText(*stack); !end.empty() && endsEarly(*stack))
        document.remarks.push_back(std::move(end));
}

DocumentStack stackOfThread(const Report& report, std::size_t thread, LongStacks longStacks)
{
    DocumentStack document;
    if (const auto* stack = insight::stackOf(report, thread); stack != nullptr) {
        document.frames = StackRows(report, *stack, longStacks).make();
        document.top = topFunction(report, *stack);
        document.facts = stack->frames.empty() ? std::string() : frameCounts(*stack);
    }
    document.error = stackErrorText(report, thread);
    addEnd(report, thread, document);
    return document;
}

/// The lines around a frame's position; absent when the report has none.
std::optional<DocumentSource> sourceOf(const Frame& frame, std::size_t row)
{
    const auto& position = frame.position;
    const auto& context = position.context;
    if (!context.line || position.line.value_or(0) <= context.before.size())
        return std::nullopt;
    DocumentSource source;
    source.row = row;
    source.path = escapeControls(position.absPath.value_or(position.file.value_or("")));
    std::uint64_t number = *position.line - context.before.size();
    const auto add = [&](std::string_view text, bool isMarked) {
        source.lines.push_back(
            {.number = number++, .text = escapeControls(text), .isMarked = isMarked});
    };
    for (const auto& line : context.before)
        add(line, false);
    add(*context.line, true);
    for (const auto& line : context.after)
        add(line, false);
    return source;
}

bool hasCrashed(const Report& report, std::size_t thread)
{
    const auto& crash = report.event->crash;
    return (crash.present && !crash.isSimulated) || !stackErrorText(report, thread).empty();
}

bool isRelated(const Report& report, std::size_t thread)
{
    return !stackRoleWords(report.event->threads[thread].role).empty();
}

/// A shortened stack has fewer rows; its key frame then is among the first ones, or is not shown.
void addSource(const Report& report, const ThreadStack& stack, DocumentStack& document)
{
    if (stack.frames.empty())
        return;
    const auto key = insight::keyFrame(report, stack);
    std::size_t row = 0;
    std::size_t seen = 0;
    for (; row < document.frames.size(); ++row) {
        if (document.frames[row].remark.empty() && seen++ == key)
            break;
    }
    if (row < document.frames.size() && row < kFirstFrames)
        document.source = sourceOf(stack.frames[key], row);
}

} // namespace

DocumentStack leadingStack(const Report& report, LongStacks longStacks)
{
    const auto& event = *report.event;
    const auto thread = insight::leadingThread(report);
    if (thread >= event.threads.size())
        return {};
    auto document = stackOfThread(report, thread, longStacks);
    const bool crashed = hasCrashed(report, thread);
    document.title = crashed ? "Crash stack" : "Stack";
    document.facts = concat("thread ", numberAndName(report, thread),
                            document.facts.empty() ? "" : ", ", document.facts);
    addWait(report, thread, document);
    if (crashed && !document.frames.empty())
        document.frames.front().isCrash = document.frames.front().remark.empty();
    if (const auto* stack = insight::stackOf(report, thread))
        addSource(report, *stack, document);
    return document;
}

std::vector<DocumentStack> relatedStacks(const Report& report, LongStacks longStacks)
{
    std::vector<DocumentStack> stacks;
    const auto leading = insight::leadingThread(report);
    for (std::size_t i = 0; i < report.event->threads.size(); ++i) {
        if (i == leading || !isRelated(report, i))
            continue;
        auto document = stackOfThread(report, i, longStacks);
        document.title = relatedTitle(report, i);
        stacks.push_back(std::move(document));
    }
    return stacks;
}

std::vector<DocumentStack> otherStacks(const Report& report, LongStacks longStacks)
{
    const auto leading = insight::leadingThread(report);
    std::vector<std::vector<std::uint32_t>> groups;
    for (auto& group : insight::groupThreads(report, insight::ThreadGrouping::Stack)) {
        std::erase_if(group.threads, [&](std::uint32_t thread) {
            return thread == leading || isRelated(report, thread);
        });
        if (!group.threads.empty())
            groups.push_back(std::move(group.threads));
    }
    std::ranges::sort(groups, {}, [](const auto& threads) { return threads.front(); });
    std::vector<DocumentStack> stacks;
    stacks.reserve(groups.size());
    for (const auto& threads : groups) {
        auto document = stackOfThread(report, threads.front(), longStacks);
        document.title = numberAndName(report, threads.front());
        if (threads.size() == 1)
            addWait(report, threads.front(), document);
        else
            document.title += concat(" and ", threads.size() - 1, " more with the same stack");
        stacks.push_back(std::move(document));
    }
    return stacks;
}

std::string otherFacts(const Report& report, std::size_t differentStacks)
{
    const auto leading = insight::leadingThread(report);
    std::size_t count = 0;
    for (std::size_t i = 0; i < report.event->threads.size(); ++i)
        count += i != leading && !isRelated(report, i) ? 1U : 0U;
    if (count == 0)
        return {};
    return concat(amount(count, "thread", "threads"),
                  differentStacks < count
                      ? concat(", ", amount(differentStacks, "different stack", "different stacks"))
                      : std::string());
}

std::string symbolQuality(const Report& report)
{
    const auto* stack = insight::stackOf(report, insight::leadingThread(report));
    if (stack == nullptr)
        return {};
    std::size_t physical = 0;
    std::size_t named = 0;
    for (const auto& frame : stack->frames) {
        if (frame.isInlined)
            continue;
        ++physical;
        named += insight::hasTrueName(report, frame) ? 1U : 0U;
    }
    return physical == 0 ? std::string() : concat(named * 100 / physical, " % of frames");
}

} // namespace faultline::report
