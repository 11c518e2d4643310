// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/model/jvm_event.h"

#include <string>

namespace faultline::report {

/// The text with its names restored, everything else as it was: indentation, log prefixes, lines
/// that are no traces. A frame becomes one line for each of its rows. Alternatives follow each
/// other, and those after the first begin with "<OR> ", as R8's retrace writes them. `report` is
/// that of jvmtext::eventOf(text).
std::string renderJvmText(const jvmtext::JvmText& text, const JvmReport& report);

} // namespace faultline::report
