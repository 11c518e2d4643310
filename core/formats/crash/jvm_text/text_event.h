#pragma once

#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/model/jvm_event.h"

namespace faultline::jvmtext {

/// The event that a text tells of: one stack for each of its stacks, whose frames have the number
/// of their line as index; its messages and the lines in which further names may stand.
JvmEvent eventOf(const JvmText& text);

/// The lines that JvmEvent::messages are of, in the same order.
std::vector<std::size_t> messageLinesOf(const JvmText& text);

} // namespace faultline::jvmtext
