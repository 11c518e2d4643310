// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/redact/word_table.h"

namespace faultline::redact {

/// Learns from the whole report, before any text is replaced: the names of users and hosts that it
/// states somewhere (the environment, details, home folders in paths), and its ids.
void collectNames(const Report& report, WordTable& words);

} // namespace faultline::redact
