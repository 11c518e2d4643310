// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/json/json_document.h"

namespace faultline::jsonreports {

/// The file NAME.crashreport.json of createdump. Source: dotnet/runtime,
/// src/coreclr/debug/createdump/crashreportwriter.cpp.
void readCreatedumpJson(const json::JsonValue& root, nativetext::TraceBuilder& report);

} // namespace faultline::jsonreports
