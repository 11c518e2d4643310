// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/library/library_store.h"

namespace faultline::query {

// The rows of a library as docs/library.schema.json describes them.

void writeJson(json::JsonWriter& json, const library::ReportSummary& report);
void writeJson(json::JsonWriter& json, const library::GroupSummary& group);
void writeJson(json::JsonWriter& json, const library::HistoryEntry& entry);
void writeTriage(json::JsonWriter& json, const library::TriageState& triage);

} // namespace faultline::query
