// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"
#include "core/redact/removal_log.h"
#include "core/redact/word_table.h"

namespace faultline::redact {

/// Takes out of a report what the profile does not show, by the classes of its fields. Parts that
/// change are replaced by changed copies. Tells whether anything changed. `profile` is not Full.
bool rewriteReport(Report& report, Profile profile, WordTable& words, RemovalLog& log);

} // namespace faultline::redact
