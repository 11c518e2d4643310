// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/thread_groups.h"
#include "core/model/report.h"

#include <string>

namespace faultline::report {

/// English words on threads and what they wait for. Control characters of the crash file are
/// escaped.

/// "#2 4711 worker-1": index, the system's id, name; what is unknown is left out.
std::string threadTitle(const Report& report, std::uint32_t thread);

/// "waiting for mutex 0x4060, held by #2 4711 worker-1".
std::string threadState(const Report& report, std::uint32_t thread);

/// "user time 0.120 s, kernel time 0.010 s"; empty when the file has neither.
std::string threadTimes(const EventThread& thread);

/// The names of the innermost functions: "poll ← run ← main"; empty while none is known.
std::string topFunctions(const Report& report, std::uint32_t thread, std::size_t count);

/// "mutex 0x4060, held by #2 4711 worker-1".
std::string objectWords(const Report& report, const WaitObject& object);

/// "__owner at 0x4068 is 4711", "register rcx is 468", "UniqueThread in the list of handles is
/// 712".
std::string evidenceWords(const WaitEvidence& word);

std::string groupTitle(const insight::ThreadGroup& group, insight::ThreadGrouping by);

/// "Deadlock: #0 1 main, #2 3 worker wait for each other".
std::string findingWords(const Report& report, const WaitFinding& finding);

} // namespace faultline::report
