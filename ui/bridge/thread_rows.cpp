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

/// Class and method, or the last two parts of a name of another language.
QString shortFunction(const ReportState& state, std::string_view function)
{
    if (!state.event->asJvm())
        return toQString(insight::shortName(function));
    const auto method = function.rfind('.');
    const auto type =
        method == 0 || method == function.npos ? function.npos : function.rfind('.', method - 1);
    return toQString(type == function.npos ? function : function.substr(type + 1));
}

/// The first function of the stack that says what the thread does. Own code always does.
QString topFunction(const ReportState& state, const ThreadStack& stack)
{
    constexpr std::size_t kLookedAt = 16;
    if (stack.frames.empty())
        return {};
    if (const Frame* frame = waitingFrame(state, stack))
        return shortFunction(state, insight::knownFunction(state, *frame));
    const std::size_t count = std::min(stack.frames.size(), kLookedAt);
    for (std::size_t i = 0; i < count; ++i) {
        const Frame& frame = stack.frames[i];
        const auto function = insight::knownFunction(state, frame);
        const bool isGuess = frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
        if (!function.empty() && !isGuess &&
            (!isPlumbing(function) || insight::isOwnCode(state, frame)))
            return shortFunction(state, function);
    }
    const Frame& top = stack.frames.front();
    if (const auto function = insight::knownFunction(state, top); !function.empty())
        return shortFunction(state, function);
    const QString offset = frameModuleOffset(state, top);
    return offset.isEmpty() ? frameFunction(state, top) : offset;
}

int physicalFrames(const ThreadStack& stack)
{
    return int(std::ranges::count(stack.frames, false, &Frame::isInlined));
}

QString sentenceOf(const ThreadRow& row, const QString& state)
{
    const QString number = QString::number(row.index);
    QString text = row.kind == StackKind::Thread ? Words::tr("Thread %1, %2").arg(number, row.name)
                   : row.kind == StackKind::Exception
                       ? Words::tr("Exception %1, %2").arg(number, row.name)
                       : Words::tr("Stack %1, %2").arg(number, row.name);
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

/// Such backtraces are stacks of an Apple report beside those of its threads.
bool isAppleBacktrace(const ReportState& state, std::string_view name)
{
    const bool isApple =
        state.event->kind == EventKind::AppleText || state.event->kind == EventKind::AppleIps;
    return isApple && (name.starts_with("Last Exception Backtrace") ||
                       name.starts_with("Application Specific Backtrace"));
}

/// The class without its package, restored as far as that was possible; otherwise how the exception
/// begins.
QString exceptionType(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    const ThreadStack* stack = state.stack(thread);
    const auto& error = stack && stack->error ? stack->error : value.error;
    if (error && !error->type.empty())
        return toQString(error->type);
    const QString name = toQString(value.name.value_or(error ? error->message : std::string()));
    return name.section(u'\n', 0, 0).section(QStringLiteral(": "), 0, 0);
}

QString roleWord(StackRole role)
{
    return role == StackRole::Error ? Words::tr("error") : Words::tr("further error");
}

QString exceptionTitle(StackRole role, const QString& type)
{
    switch (role) {
    //: %1 is the class of an exception
    case StackRole::Cause: return Words::tr("caused by %1").arg(type);
    //: %1 is the class of an exception
    case StackRole::Suppressed: return Words::tr("suppressed %1").arg(type);
    //: one of several errors; %1 is its class
    case StackRole::Member: return Words::tr("with %1").arg(type);
    default: return type;
    }
}

} // namespace

/// C and C++ reserve such names for the implementation.
bool isPlumbing(std::string_view function)
{
    const auto name = insight::qualifiedName(function);
    return name.empty() || name.starts_with('_') || name.starts_with('[');
}

StackKind stackKind(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    const std::string_view name = value.name ? std::string_view(*value.name) : std::string_view();
    switch (value.role) {
    case StackRole::Thread:
        return isAppleBacktrace(state, name) ? StackKind::Other : StackKind::Thread;
    case StackRole::Error: break;
    case StackRole::Cause:
    case StackRole::Member:
    case StackRole::Suppressed: return StackKind::Exception;
    case StackRole::FreedBy:
    case StackRole::AllocatedBy:
    case StackRole::CreatedBy:
    case StackRole::PreviousAccess:
    case StackRole::StoredBy:
    case StackRole::QueuedBy:
    case StackRole::AcquiredBy: return StackKind::Other;
    }
    // The stack of a crash of machine code is that of the thread that crashed, which has its name.
    const bool namesError = value.error && !value.error->type.empty() &&
                            (name.empty() || name.find(value.error->type) != name.npos);
    return state.event->asScript() || namesError ? StackKind::Exception : StackKind::Thread;
}

QString threadName(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    if (stackKind(state, thread) == StackKind::Exception) {
        const QString type = exceptionType(state, thread);
        return type.isEmpty() ? roleWord(value.role) : exceptionTitle(value.role, type);
    }
    return value.name && !value.name->empty() ? toQString(*value.name)
                                              : Words::tr("thread %1").arg(thread);
}

ThreadRow makeThreadRow(const ReportState& state, std::uint32_t thread)
{
    const EventThread& value = state.event->threads[thread];
    ThreadRow row;
    row.kind = stackKind(state, thread);
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
