// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/model/jvm_event.h"

namespace faultline::jvmtext {

/// Makes an event of a text. It has one stack for each stack of the text; the index of a frame is
/// the number of its line. It also has the messages and the lines that may contain further names.
JvmEvent eventOf(const JvmText& text);

/// The same within the limits of threads and frames. `leftOut` counts the stacks and frames that
/// exceed them.
JvmEvent eventOf(const JvmText& text, const ParseLimits& limits, std::size_t& leftOut);

/// Returns the lines of JvmEvent::messages, in the same order.
std::vector<std::size_t> messageLinesOf(const JvmText& text);

} // namespace faultline::jvmtext
