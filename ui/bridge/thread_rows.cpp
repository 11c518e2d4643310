// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/thread_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/frame_rows.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ThreadRows)
};

/// Is it a function that only leads to the one whose name people know, such as
/// "__futex_abstimed_wait_common"? C and C++ reserve such names for the implementation.
bool isPlumbing(std::string_view function)
{
    const auto name = insight::qualifiedName(function);
    return name.starts_with('_') || name.starts_with('[');
}

/// The first function of the stack that says what the thread does. Own code always does.
QString topFunction(const ReportState& state, const ThreadStack& stack)
{
    constexpr std::size_t kLookedAt = 16;
    if (stack.frames.empty())
        return {};
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

/// Equal keys mean equal stacks. For each physical frame the key has the start of its function, or
/// its instruction address if the function is unknown: the level "function" of
/// docs/spec/workbench.md §4.6. Other frames count by function and line.
QString stackKey(const ThreadStack& stack)
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

int physicalFrames(const ThreadStack& stack)
{
    return int(std::ranges::count(stack.frames, false, &Frame::isInlined));
}

QString sentenceOf(const ThreadRow& row)
{
    QString text = Words::tr("Thread %1, %2").arg(row.index).arg(row.name);
    if (row.isCrashed)
        text = Words::tr("%1, crashed").arg(text);
    return row.topFunction.isEmpty() ? text : Words::tr("%1, in %2").arg(text, row.topFunction);
}

} // namespace

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
        row.stackKey = stackKey(*stack);
    } else if (value.skipped) {
        row.topFunction = Words::tr("wrote the dump");
    }
    row.sentence = sentenceOf(row);
    return row;
}

} // namespace faultline::ui
