// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/json/json_document.h"

namespace faultline::jsonreports {

/// KSCrash's. Source: its KSCrashReportFields.h.
void readKsCrashJson(const json::JsonValue& root, nativetext::TraceBuilder& report);

} // namespace faultline::jsonreports
