// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// Where a thread stands among those that wait for each other, otherwise what it does
/// (core/insight/wait_chain.h). In the order in which lists show the groups.
enum class ThreadPlace {
    InDeadlock,
    BehindDeadlock,
    InPossibleDeadlock,
    PerhapsBehind,
    Waiting,
    InInput,
    Sleeping,
    InSystem,
    Running,
    Unknown
};

/// What the stack of a row stands for: a thread, an exception that was thrown, or something else
/// that explains the crash, such as who freed the memory.
enum class StackKind { Thread, Exception, Other };

/// One stack of an event, which mostly is that of a thread, as finished texts.
struct ThreadRow
{
    StackKind kind = StackKind::Thread;
    int index = 0;          ///< Index into the event's threads.
    bool isLeading = false; ///< It crashed or asked for the report.
    bool isCrashed = false;
    QString id;
    QString name;
    QString topFunction; ///< Name of the top function without arguments; empty while it is unknown.
    int frames = 0;
    /// Equal for threads with equal stacks; empty for a thread that is never folded.
    QString stackKey;
    QString sentence;
    ThreadPlace place = ThreadPlace::Unknown;
    QString doing;   ///< What it does in a word or two, such as "mutex"; empty while unknown.
    QString pattern; ///< The name with a '#' for each number; empty when it has none.

    bool operator==(const ThreadRow&) const = default;
};

} // namespace faultline::ui
