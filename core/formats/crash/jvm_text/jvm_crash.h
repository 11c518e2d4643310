// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::jvmtext {

/// Reads a text with stack traces of the JVM as a crash file: traces, logcat, ANR traces, thread
/// dumps, hs_err files. Each trace is a thread of the event. Errors: Unsupported (no trace, or more
/// than four million lines).
Result<EventPtr> readJvmTextEvent(const ByteView& bytes, const ParseLimits& limits);

/// Makes a crash file of stacks that were read. Each stack is a thread of the event.
std::shared_ptr<Event> crashOf(JvmEvent jvm);

/// Names the threads of an event after its stacks, and says what failed. Uses the exceptions and
/// messages of `jvm`, whose stacks are in the order of the event's threads.
void describeFailure(Event& event, const JvmEvent& jvm);

/// The messages of the exceptions, by stack. Each may have several lines; those before the first
/// word are left out.
std::vector<std::string> messagesByStack(const JvmEvent& jvm);

/// The exceptions of the stacks with their messages, in the order of the stacks.
std::vector<std::optional<StackError>> errorsOf(const JvmEvent& jvm);

/// The modules that stand for the mappings which an event's frames may need: one for each of its
/// map ids, then one for each UUID, or one without id. A single UUID belongs to a single map id.
std::vector<EventModule> mappingModulesOf(const JvmEvent& jvm);

} // namespace faultline::jvmtext
