// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_rows.h"

#include "core/engine/insight.h"
#include "core/engine/text.h"
#include "ui/bridge/trust_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FrameRows)
};

const EventModule* moduleOf(const ReportState& state, const Frame& frame)
{
    return frame.module && *frame.module < state.event->modules.size()
               ? &state.event->modules[*frame.module]
               : nullptr;
}

/// ":12"; of scripts ":12:5", because a minified one has all its code in one line.
QString lineText(const FrameRow& row, const Frame& frame)
{
    if (row.line == 0)
        return {};
    const QString line = u':' + QString::number(row.line);
    return frame.asScript() && row.column > 0 ? line + u':' + QString::number(row.column) : line;
}

void setPlace(FrameRow& row, const ReportState& state, const Frame& frame)
{
    const EventModule* module = moduleOf(state, frame);
    row.moduleIndex = module ? int(frame.module.value_or(0)) : -1;
    row.module = module ? moduleName(*module) : QString();
    row.moduleOffset = frameModuleOffset(state, frame);
    const auto& path = frame.position.absPath ? frame.position.absPath : frame.position.file;
    row.path = path ? toQString(*path) : QString();
    row.line = frame.position.line.value_or(0);
    row.column = frame.position.column.value_or(0);
    if (!path || row.path.isEmpty())
        row.location = row.moduleOffset;
    else
        row.location = toQString(baseName(*path)) + lineText(row, frame);
}

/// The location without line and column.
QString fileIn(const FrameRow& row)
{
    const qsizetype line = row.location.lastIndexOf(u':' + QString::number(row.line));
    return line < 0 ? row.location : row.location.first(line);
}

QString sentenceOf(const FrameRow& row)
{
    const QString number = row.isInline()
                               ? Words::tr("Frame %1, inline").arg(row.frameKey.physicalIndex)
                               : Words::tr("Frame %1").arg(row.frameKey.physicalIndex);
    QStringList parts{number, row.function};
    if (row.isCrash)
        parts.insert(1, Words::tr("crashed here"));
    if (!row.module.isEmpty())
        parts.append(row.module);
    if (row.line != 0)
        parts.append(Words::tr("%1 line %2").arg(fileIn(row), QString::number(row.line)));
    parts.append(row.hasFunction   ? Words::tr("symbol found")
                 : row.isLookedFor ? Words::tr("symbols are being looked for")
                                   : Words::tr("no symbols"));
    if (row.isGuessed)
        parts.append(Words::tr("found by scanning, may be wrong"));
    if (row.isOfWrongBuild)
        parts.append(Words::tr("named by a file of another build, may be wrong"));
    if (!row.meanings.isEmpty())
        parts.append(Words::tr("one of %n possible meaning(s)", nullptr, int(row.meanings.size())));
    return parts.join(QStringLiteral(", "));
}

/// Crash reports as texts name their frames themselves. Such a name replaces a missing one.
void takeReportedName(FrameRow& row, const Frame& frame)
{
    const NativeFrame* native = frame.asNative();
    if (!native || native->reported.empty() || native->reported.front().function.empty())
        return;
    const auto& reported = native->reported;
    row.hasFunction = true;
    row.function = toQString(reported.front().function);
    if (const auto& offset = reported.front().functionOffset; offset && !frame.isInlined)
        row.functionOffset = u'+' + shortHex(*offset);
    if (!row.path.isEmpty() || reported.front().file.empty())
        return;
    row.path = toQString(reported.front().file);
    row.line = std::uint32_t(reported.front().line);
    row.location = row.path + (row.line ? u':' + QString::number(row.line) : QString());
}

/// What only frames of machine code have.
void setNative(FrameRow& row, const NativeFrame& native, bool isInlined)
{
    row.address = native.instructionAddress;
    row.stackPointer = native.sp;
    row.hasFunction |= native.symbol.has_value();
    row.mangled = native.symbol ? toQString(*native.symbol) : QString();
    if (native.symbolAddress && !isInlined && native.instructionAddress > *native.symbolAddress)
        row.functionOffset = u'+' + shortHex(native.instructionAddress - *native.symbolAddress);
    if (native.language != Language::Unknown)
        row.language = toQString(languageName(native.language));
}

/// Where the frame of a script is in the text that ran. The event has its frames in either order.
QString minifiedPlace(const Event& event, std::uint32_t thread, std::uint32_t physical)
{
    const ScriptEvent* script = event.asScript();
    if (!script || thread >= script->stacks.size())
        return {};
    const auto& frames = script->stacks[thread].frames;
    if (physical >= frames.size())
        return {};
    const bool isReversed = script->order == ScriptFrameOrder::CallerFirst;
    const auto& position = frames[isReversed ? frames.size() - 1 - physical : physical].position;
    const auto& path = position.absPath ? position.absPath : position.file;
    if (!path || position.line.value_or(0) == 0)
        return {};
    const QString line = toQString(baseName(*path)) + u':' + QString::number(*position.line);
    return position.column ? line + u':' + QString::number(*position.column) : line;
}

std::shared_ptr<FrameRow> makeRow(const ReportState& state,
                                  std::uint32_t thread,
                                  const Frame& frame,
                                  FrameRow::Key key,
                                  bool isCrash)
{
    auto row = std::make_shared<FrameRow>();
    row->frameKey = key;
    row->isCrash = isCrash;
    row->isInApp = insight::isInApp(state, frame);
    row->isOwnCode = insight::isOwnCode(state, frame);
    row->isLibrary = row->isInApp && !row->isOwnCode;
    row->hasFunction = frame.position.function && !frame.position.function->empty();
    row->hasAddress = frame.isNative();
    row->function = frameFunction(state, frame);
    if (const NativeFrame* native = frame.asNative())
        setNative(*row, *native, frame.isInlined);
    if (const auto* jvm = frame.asJvm())
        row->mangled = row->traced = toQString(jvm->obfuscated);
    else if (!frame.isInlined)
        row->traced = minifiedPlace(*state.event, thread, frame.originalIndex);
    row->status = toQString(frameStatusName(frame.status));
    row->note = toQString(frame.note);
    // A symbol table has no lines, and its nearest symbol may belong to other code.
    const NativeFrame* native = frame.asNative();
    if (native && native->fromSymbolTable && row->hasFunction && !frame.isFromWrongBuild()) {
        const QString origin = Words::tr("The name comes from the symbol table");
        row->note = row->note.isEmpty() ? origin : origin + QStringLiteral(". ") + row->note;
    }
    setTrust(*row, state, frame);
    setMeanings(*row, frame);
    setPlace(*row, state, frame);
    if (!row->hasFunction)
        takeReportedName(*row, frame);
    row->isLookedFor = frame.module && state.isLookingFor(*frame.module);
    row->sentence = sentenceOf(*row);
    return row;
}

QString endText(const ThreadStack& stack)
{
    switch (stack.end) {
    case StackEnd::NotReached: return {};
    case StackEnd::UnwindData:
        return Words::tr("The stack ends here: unwind data mark the outermost frame");
    case StackEnd::ZeroPc: return Words::tr("The stack ends here: the return address is zero");
    case StackEnd::ZeroFramePointer:
        return Words::tr("The stack ends here: the frame pointer is zero");
    case StackEnd::KnownStart:
        return Words::tr("The stack ends here: threads begin in this function");
    case StackEnd::NoMemory:
        return Words::tr("The stack is cut off here: the file holds no more of its memory");
    case StackEnd::FrameLimit:
        return Words::tr("The stack is cut off here: the frame limit is reached");
    case StackEnd::TimeLimit:
        return Words::tr("The stack is cut off here: the time limit is reached");
    case StackEnd::NoProgress:
        return Words::tr("The stack breaks off here: the stack pointer did not advance");
    case StackEnd::NotCode:
        return Words::tr("The stack breaks off here: the return address points to no code");
    case StackEnd::NoContext: return Words::tr("The thread has no registers");
    case StackEnd::NotFound:
        return endsEarly(stack) ? Words::tr("The stack breaks off here: no caller was found")
                                : Words::tr("The crash reporter's frames end here");
    }
    return {};
}

/// Returns the number of inline rows between this frame and its physical frame.
std::uint32_t inlineDepth(const std::vector<Frame>& frames, std::size_t at)
{
    std::uint32_t depth = 0;
    while (at + depth < frames.size() && frames[at + depth].isInlined)
        ++depth;
    return depth;
}

} // namespace

QString frameFunction(const ReportState& state, const Frame& frame)
{
    const QString function = toQString(insight::frameFunction(state, frame));
    return function.isEmpty() && frame.asScript() ? Words::tr("(anonymous)") : function;
}

QString frameModuleOffset(const ReportState& state, const Frame& frame)
{
    return toQString(insight::frameModuleOffset(state, frame));
}

FrameRows makeFrameRows(const ReportState& state, std::uint32_t thread, std::size_t most)
{
    const ThreadStack* stack = state.stack(thread);
    if (!state.event || !stack)
        return {};
    const bool hasCrashed = state.hasCrashed() && state.event->requestingThread == thread;
    const std::size_t blamed = hasCrashed ? insight::crashPlace(state).blamed : 0;
    FrameRows rows;
    rows.reserve(qsizetype(std::min(stack->frames.size(), most)));
    for (std::size_t i = 0; i < stack->frames.size(); ++i) {
        if (i >= most && !stack->frames[i - 1].isInlined)
            break;
        const Frame& frame = stack->frames[i];
        const FrameRow::Key key{.physicalIndex = frame.originalIndex,
                                .inlineDepth = inlineDepth(stack->frames, i)};
        const auto row = makeRow(state, thread, frame, key, hasCrashed && i == 0);
        row->isOfEnd = i < blamed;
        rows.append(row);
    }
    return rows;
}

StackEndRow makeStackEnd(const ReportState& state, std::uint32_t thread)
{
    const ThreadStack* stack = state.stack(thread);
    if (!stack || !(stack->complete || state.complete))
        return {};
    const QString text = endText(*stack);
    if (text.isEmpty() || stack->endNote.empty())
        return {.text = text, .isEarly = endsEarly(*stack)};
    return {.text = text + QStringLiteral(" (%1)").arg(toQString(stack->endNote)),
            .isEarly = endsEarly(*stack)};
}

} // namespace faultline::ui
