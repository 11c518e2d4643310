// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/report/json_report.h"

namespace faultline::report {

/// Writes a module of the event's report, with its candidates where the options ask for them.
/// Scripts and mappings have no address.
void writeModuleJson(json::JsonWriter& json,
                     const ModuleReport& module,
                     const Event& event,
                     const JsonOptions& options);

} // namespace faultline::report
