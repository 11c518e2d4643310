#pragma once

#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/model/jvm_event.h"

namespace faultline::jvmtext {

/// Makes an event of a text. It has one stack for each stack of the text; the index of a frame is
/// the number of its line. It also has the messages and the lines that may contain further names.
JvmEvent eventOf(const JvmText& text);

/// Returns the lines of JvmEvent::messages, in the same order.
std::vector<std::size_t> messageLinesOf(const JvmText& text);

} // namespace faultline::jvmtext
