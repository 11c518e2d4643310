// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/thread_row.h"

#include <QList>

#include <string_view>

namespace faultline::ui {

/// Without the place, which needs all threads.
ThreadRow makeThreadRow(const ReportState& state, std::uint32_t thread);
QList<ThreadRow> makeThreadRows(const ReportState& state);
/// The place of each thread (core/insight/wait_chain.h).
QList<ThreadPlace> threadPlaces(const ReportState& state);

/// Is it a function that only leads to the one whose name people know, such as
/// "__futex_abstimed_wait_common" or "_start"?
bool isPlumbing(std::string_view function);

/// The first function of the stack that says what the thread does; empty without a stack.
QString threadFunction(const ReportState& state, std::uint32_t thread);

/// Equal keys mean equal stacks. For each physical frame the key has the start of its function, or
/// its instruction address if the function is unknown: the level "function" of
/// docs/spec/workbench.md §4.6. Other frames count by function and line.
QString threadStackKey(const ThreadStack& stack);

/// What the stack of this entry of Event::threads is.
StackKind stackKind(const ReportState& state, std::uint32_t thread);

/// Returns the thread's name, or "thread 12" without a name.
/// For exceptions their class, and what they are to the one before; for threads without a name
/// their number in the file. All sentences and lists name threads so.
QString threadName(const ReportState& state, std::uint32_t thread);

} // namespace faultline::ui
