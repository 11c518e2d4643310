// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/intake/crash_content.h"
#include "core/intake/crash_files.h"
#include "core/model/event.h"

#include <string>
#include <vector>

namespace faultline::intake {

/// The reader that knows the content; null when none does. Asks the bytes once.
const crash::CrashReader* readerOf(CrashContent& content);

/// Takes off what a terminal, a mailer or a logger put around a text (log_lines/envelope.h), if a
/// reader of text with traces then knows it. Other content stays as it is.
CrashContent withoutEnvelope(CrashContent content);

/// The traces of a text that holds one of the forms of core/formats/crash/text, as crash files
/// called "line 12", with stacks of the JVM and of scripts between them. Empty for other content,
/// whose reader takes it whole.
std::vector<CrashFile> findTraces(CrashContent& content, const ParseLimits& limits);

/// The event with the numbers of lines as the user's file has them, and with a note of the traces
/// that were not read.
EventPtr withOrigin(const EventPtr& event, const CrashContent& content);

/// The names of the forms in which a text may hold stacks, as the table of formats has them, joined
/// with ", ".
std::string traceFormNames();

} // namespace faultline::intake
