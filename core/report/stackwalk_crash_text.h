// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::report {

/// The part of the stackwalk text about the crash: reason, address, instruction, accesses, bit
/// flips, inconsistencies, assertion, and the records of an Apple system.
std::string stackwalkCrashText(const Report& report);

/// A sentence for people.
std::string_view crashInconsistencyWords(CrashInconsistency inconsistency);

} // namespace faultline::report
