// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/stack_role.h"
#include "core/model/variable.h"
#include "core/model/wait_graph.h"

namespace faultline::report {

// Members of the object that is being written (docs/report.schema.json).

/// "error": an exception of a language's runtime.
void writeStackError(json::JsonWriter& json, const StackError& error);

/// One value, as an object of its own.
void writeVariable(json::JsonWriter& json, const Variable& variable);

/// "variables": the values that a report keeps.
void writeVariables(json::JsonWriter& json, const ReportVariables& variables);

/// "waits": who waits for whom.
void writeWaits(json::JsonWriter& json, const WaitGraph& graph);

} // namespace faultline::report
