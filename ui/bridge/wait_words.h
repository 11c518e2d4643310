// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/thread_row.h"

namespace faultline::ui {

/// What is known of threads and locks in words for users.

/// "mutex", "critical section"; "something" when it is unknown.
QString lockKindText(WaitObjectKind kind);
/// Its name, its address or its handle; its kind when it has none.
QString lockName(const ReportState& state, const WaitObject& object);
/// What a thread waits for: "mutex 0x4060", "the end of worker-3".
QString lockTitle(const ReportState& state, const WaitObject& object);
/// Who holds it, such as a thread's name or "not recorded".
QString holderText(const ReportState& state, const WaitObject& object);
/// What `holderText` rests on, in a sentence.
QString holderNote(const ReportState& state, const WaitObject& object);
/// "its __owner holds 41873, worker-3"; empty when no word says so.
QString holderEvidence(const ReportState& state, const WaitObject& object);
/// The field that names the holder and its value, "__owner 41873"; empty when there is none.
QString holderField(const WaitObject& object);
/// Is it the word from which the holder is known?
bool namesHolder(const WaitObject& object, const WaitEvidence& word);
/// "mutex", "poll", "running"; empty when nothing is known.
QString doingText(const ReportState& state, std::uint32_t thread);
/// "waits for a mutex, in futex".
QString stateText(const ReportState& state, std::uint32_t thread);

} // namespace faultline::ui
