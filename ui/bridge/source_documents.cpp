// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/source_documents.h"

#include "core/engine/text.h"
#include "ui/bridge/frame_rows.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SourceDocument)
};

QString originText(const SourceText& source)
{
    switch (source.origin) {
    case SourceText::Origin::EmbeddedContext: return Words::tr("from the report");
    case SourceText::Origin::Bundle: return Words::tr("from source bundle");
    case SourceText::Origin::SimilarInBundle:
        return Words::tr("from a similar path in the source bundle");
    case SourceText::Origin::DebugFile: return Words::tr("from debug file");
    case SourceText::Origin::SourceLink: return Words::tr("from source link");
    case SourceText::Origin::SourceServer:
        //: debuginfod is a kind of server, %1 is its host
        return Words::tr("from debuginfod at %1").arg(QUrl(toQString(source.location)).host());
    case SourceText::Origin::PathMapping: return Words::tr("by path mapping");
    case SourceText::Origin::LocalPath: return Words::tr("from this computer");
    }
    return {};
}

/// The rows of one physical frame, as positions in ThreadStack::frames. They run from the innermost
/// inlined call to the physical frame.
struct FrameGroup
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< The position after the physical frame.
};

FrameGroup groupOf(const std::vector<Frame>& frames, std::uint32_t physicalIndex)
{
    FrameGroup group;
    while (group.begin < frames.size() && frames[group.begin].originalIndex != physicalIndex)
        ++group.begin;
    group.end = group.begin;
    while (group.end < frames.size() && frames[group.end].originalIndex == physicalIndex)
        ++group.end;
    return group;
}

void setText(SourceDocument& document, const SourceText& source)
{
    document.state = SourceDocument::State::Text;
    document.text = toQString(source.text);
    document.origin = originText(source);
    if (source.origin == SourceText::Origin::PathMapping ||
        source.origin == SourceText::Origin::LocalPath)
        document.localFile = toQString(source.location);
    if (source.checksumMatches)
        document.checksum = *source.checksumMatches ? SourceDocument::Checksum::Matches
                                                    : SourceDocument::Checksum::Differs;
}

bool hasLine(std::string_view text, std::uint32_t line)
{
    const auto ends = std::uint32_t(std::ranges::count(text, '\n'));
    return line <= (text.empty() || text.ends_with('\n') ? ends : ends + 1);
}

bool setContext(SourceDocument& document, const Frame& frame)
{
    if (!frame.position.context.line)
        return false;
    QStringList lines;
    for (const std::string& line : frame.position.context.before)
        lines.append(toQString(line));
    lines.append(toQString(*frame.position.context.line));
    for (const std::string& line : frame.position.context.after)
        lines.append(toQString(line));
    document.state = SourceDocument::State::Text;
    document.text = lines.join(u'\n');
    document.isContextOnly = true;
    document.origin = originText({.origin = SourceText::Origin::EmbeddedContext,
                                  .path = {},
                                  .location = {},
                                  .text = {},
                                  .checksumMatches = {}});
    const auto before = std::uint32_t(frame.position.context.before.size());
    document.firstLine = document.currentLine > before ? document.currentLine - before : 1;
    return true;
}

void setInlines(SourceDocument& document,
                const ReportState& state,
                const std::vector<Frame>& frames,
                FrameGroup group,
                std::size_t shown)
{
    for (std::size_t i = shown; i-- > group.begin;) {
        const Frame& frame = frames[i];
        const auto& path = frame.position.absPath ? frame.position.absPath : frame.position.file;
        const QString code = frame.position.context.line
                                 ? toQString(trimAscii(*frame.position.context.line))
                                 : frameFunction(state, frame);
        document.inlines.append(
            {frame.position.line.value_or(0), path ? toQString(baseName(*path)) : QString(), code});
    }
}

QString captionOf(const ThreadStack& stack, std::uint32_t physicalIndex, std::size_t inlineCount)
{
    const auto physical = std::ranges::count(stack.frames, false, &Frame::isInlined);
    QString text = Words::tr("frame %1 of %2").arg(physicalIndex).arg(physical);
    if (inlineCount == 0)
        return text;
    return text + QStringLiteral(" · ") + Words::tr("%n inlined", nullptr, int(inlineCount));
}

void setAnswer(SourceDocument& document, const Frame& frame, const SourceAnswer& answer)
{
    if (answer.text)
        document.link = toQString(answer.text->link);
    const bool isShort = answer.text && answer.text->value &&
                         !hasLine(answer.text->value->text, document.currentLine);
    if (answer.text && answer.text->value && !isShort)
        return setText(document, *answer.text->value);
    if (setContext(document, frame))
        return;
    document.state =
        answer.mayCome ? SourceDocument::State::Loading : SourceDocument::State::Unavailable;
    if (answer.mayCome || !answer.text)
        return;
    for (const std::string& place : answer.text->tried)
        document.tried.append(toQString(place));
    if (isShort)
        document.tried.append(Words::tr("%1: has no line %2")
                                  .arg(toQString(answer.text->value->location))
                                  .arg(document.currentLine));
    document.linkHost = QUrl(toQString(answer.text->link)).host().toLower();
}

} // namespace

const Frame* findFrame(const ReportState& state, std::uint32_t thread, FrameRow::Key key)
{
    const ThreadStack* stack = state.stack(thread);
    if (!stack)
        return nullptr;
    const FrameGroup group = groupOf(stack->frames, key.physicalIndex);
    const std::size_t rows = group.end - group.begin;
    return rows == 0 || key.inlineDepth >= rows ? nullptr
                                                : &stack->frames[group.end - 1 - key.inlineDepth];
}

SourcePlace sourcePlace(const Frame& frame)
{
    const auto& position = frame.position;
    SourcePlace place{.path = position.absPath ? *position.absPath : position.file.value_or(""),
                      .line = position.line.value_or(0)};
    const NativeFrame* native = frame.asNative();
    if (place.path.empty() && native && !native->reported.empty())
        place = {.path = native->reported.front().file,
                 .line = std::uint32_t(native->reported.front().line)};
    return place;
}

SourceDocument makeSourceDocument(const ReportState& state,
                                  std::uint32_t thread,
                                  FrameRow::Key key,
                                  const SourceAnswer& answer)
{
    SourceDocument document;
    const Frame* frame = findFrame(state, thread, key);
    document.state = SourceDocument::State::NoFrame;
    if (!frame)
        return document;
    const ThreadStack& stack = *state.stack(thread);
    const FrameGroup group = groupOf(stack.frames, key.physicalIndex);
    document.caption = captionOf(stack, key.physicalIndex, group.end - group.begin - 1);
    document.frameName = Words::tr("frame %1").arg(key.physicalIndex);
    const SourcePlace place = sourcePlace(*frame);
    document.path = toQString(place.path);
    document.currentLine = place.line;
    document.isCrash =
        key.physicalIndex == 0 && state.hasCrashed() && state.event->requestingThread == thread;
    if (frame->module && *frame->module < state.event->modules.size()) {
        document.moduleIndex = int(*frame->module);
        document.moduleName = moduleName(state.event->modules[*frame->module]);
    }
    document.state = SourceDocument::State::NoLine;
    if (document.path.isEmpty() || document.currentLine == 0)
        return document;
    setAnswer(document, *frame, answer);
    setInlines(document, state, stack.frames, group, group.end - 1 - key.inlineDepth);
    return document;
}

} // namespace faultline::ui
