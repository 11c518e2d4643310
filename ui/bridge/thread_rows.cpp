// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/thread_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/wait_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ThreadRows)
};

/// What waits in the system does so for the program's innermost function. Null when the thread does
/// not wait, or has no such function near its top.
const Frame* waitingFrame(const ReportState& state, const ThreadStack& stack)
{
    constexpr std::size_t kLookedAt = 64;
    const auto* wait = insight::waitOf(state, stack.thread);
    if (!wait || wait->state != WaitState::Waiting)
        return nullptr;
    for (std::size_t i = 0; i < std::min(stack.frames.size(), kLookedAt); ++i) {
        const Frame& frame = stack.frames[i];
        const bool isGuess = frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
        if (!isGuess && insight::isOwnCode(state, frame) &&
            !isPlumbing(insight::knownFunction(state, frame)))
            return &frame;
    }
    return nullptr;
}

/// The first function of the stack that says what the thread does. Own code always does.
QString topFunction(const ReportState& state, const ThreadStack& stack)
{
    constexpr std::size_t kLookedAt = 16;
    if (stack.frames.empty())
        return {};
    if (const Frame* frame = waitingFrame(state, stack))
        return toQString(insight::shortName(insight::knownFunction(state, *frame)));
    const std::size_t count = std::min(stack.frames.size(), kLookedAt);
    for (std::size_t i = 0; i < count; ++i) {
        const Frame& frame = stack.frames[i];
        const auto function = insight::knownFunction(state, frame);
        const bool isGuess = frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
        if (!function.empty() && !isGuess &&
            (!isPlumbing(function) || insight::isOwnCode(state, frame)))
            return toQString(insight::shortName(function));
    }
    const Frame& top = stack.frames.front();
    if (const auto function = insight::knownFunction(state, top); !function.empty())
        return toQString(insight::shortName(function));
    const QString offset = frameModuleOffset(state, top);
    return offset.isEmpty() ? frameFunction(state, top) : offset;
}

int physicalFrames(const ThreadStack& stack)
{
    return int(std::ranges::count(stack.frames, false, &Frame::isInlined));
}

QString sentenceOf(const ThreadRow& row, const QString& state)
{
    QString text = Words::tr("Thread %1, %2").arg(QString::number(row.index), row.name);
    if (row.isCrashed)
        text = Words::tr("%1, crashed").arg(text);
    if (!row.topFunction.isEmpty())
        text = Words::tr("%1, in %2").arg(text, row.topFunction);
    return state.isEmpty() ? text : text + QStringLiteral(", ") + state;
}

/// "worker-#" for "worker-12"; empty for a name without numbers.
QString namePattern(const EventThread& thread)
{
    QString pattern;
    bool hasNumber = false;
    for (const QChar each : toQString(thread.name.value_or(""))) {
        hasNumber = hasNumber || each.isDigit();
        if (!each.isDigit())
            pattern += each;
        else if (!pattern.endsWith(u'#'))
            pattern += u'#';
    }
    return hasNumber ? pattern : QString();
}

ThreadPlace shownPlace(insight::ThreadPlace place)
{
    switch (place) {
    case insight::ThreadPlace::InDeadlock: return ThreadPlace::InDeadlock;
    case insight::ThreadPlace::BehindDeadlock: return ThreadPlace::BehindDeadlock;
    case insight::ThreadPlace::InPossibleDeadlock: return ThreadPlace::InPossibleDeadlock;
    case insight::ThreadPlace::PerhapsBehind: return ThreadPlace::PerhapsBehind;
    case insight::ThreadPlace::Waiting: return ThreadPlace::Waiting;
    case insight::ThreadPlace::InInput: return ThreadPlace::InInput;
    case insight::ThreadPlace::Sleeping: return ThreadPlace::Sleeping;
    case insight::ThreadPlace::InSystem: return ThreadPlace::InSystem;
    case insight::ThreadPlace::Running: return ThreadPlace::Running;
    case insight::ThreadPlace::Unknown: break;
    }
    return ThreadPlace::Unknown;
}

} // namespace

/// C and C++ reserve such names for the implementation.
bool isPlumbing(std::string_view function)
{
    const auto name = insight::qualifiedName(function);
    return name.empty() || name.starts_with('_') || name.starts_with('[');
}

QString threadName(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    return value.name && !value.name->empty() ? toQString(*value.name)
                                              : Words::tr("thread %1").arg(thread);
}

ThreadRow makeThreadRow(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    ThreadRow row;
    row.index = int(thread);
    row.isLeading = state.event->requestingThread == thread;
    row.isCrashed = row.isLeading && state.hasCrashed();
    row.id = value.id ? QString::number(*value.id) : QString();
    row.name = threadName(state, thread);
    if (const ThreadStack* stack = state.stack(thread)) {
        row.topFunction = topFunction(state, *stack);
        row.frames = physicalFrames(*stack);
        row.stackKey = threadStackKey(*stack);
    } else if (value.skipped) {
        row.topFunction = Words::tr("wrote the dump");
    }
    row.doing = doingText(state, thread);
    row.pattern = namePattern(value);
    row.sentence = sentenceOf(row, stateText(state, thread));
    return row;
}

QList<ThreadRow> makeThreadRows(const ReportState& state)
{
    QList<ThreadRow> rows;
    rows.reserve(qsizetype(state.event->threads.size()));
    const auto places = threadPlaces(state);
    for (std::uint32_t i = 0; i < state.event->threads.size(); ++i) {
        rows.append(makeThreadRow(state, i));
        rows.last().place = places.at(i);
    }
    return rows;
}

QList<ThreadPlace> threadPlaces(const ReportState& state)
{
    QList<ThreadPlace> shown;
    for (const auto place : insight::threadPlaces(state))
        shown.append(shownPlace(place));
    return shown;
}

QString threadStackKey(const ThreadStack& stack)
{
    QString key;
    for (const Frame& frame : stack.frames) {
        if (frame.isInlined)
            continue;
        const NativeFrame* native = frame.asNative();
        if (!native) { // Frames of scripts and of the JVM have no address.
            key += toQString(frame.position.function.value_or("")) + u':' +
                   QString::number(frame.position.line.value_or(0)) + u';';
            continue;
        }
        key += QString::number(frame.module.value_or(~0u)) + u':';
        key +=
            QString::number(native->symbolAddress.value_or(native->instructionAddress), 16) + u';';
    }
    return key;
}

QString threadFunction(const ReportState& state, std::uint32_t thread)
{
    const ThreadStack* stack = state.stack(thread);
    return stack ? topFunction(state, *stack) : QString();
}

} // namespace faultline::ui
