// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/json/json_document.h"

namespace faultline::jsonreports {

/// The file core_backtrace that abrt keeps of a crash: frames by build id and offset. Source:
/// abrt's satyr, lib/core/stacktrace.c and lib/core/frame.c (to_json).
void readSatyrJson(const json::JsonValue& root, nativetext::TraceBuilder& report);

} // namespace faultline::jsonreports
