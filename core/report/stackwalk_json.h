// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/stackwalk_view.h"

#include <string>

namespace faultline::report {

/// The JSON of rust-minidump's minidump-stackwalk (docs/spec/stackwalk.md §13.1): numbers of
/// threads and frames, addresses padded to the CPU's pointer width. REP-2 lists the deliberate
/// differences: the assertion is filled in, and Faultline's own facts are under the key
/// "faultline". Without white space.
std::string renderStackwalkJson(const Report& report, const StackwalkEvidence& evidence = {});

} // namespace faultline::report
