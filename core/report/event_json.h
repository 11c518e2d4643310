// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/report.h"
#include "core/report/json_report.h"

namespace faultline::report {

/// Members of our own "faultline" object about the event itself: the process with its command line
/// (and with its environment only when asked for), the crash as typed values and its analysis,
/// annotations, messages of Apple libraries, all other facts in the file ("details": comments,
/// process and system facts), handles, unloaded modules, streams. Missing facts are left out.
void writeEventExtras(json::JsonWriter& json, const Report& report, IncludeEnvironment environment);

} // namespace faultline::report
