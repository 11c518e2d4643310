// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/json/json_document.h"

namespace faultline::jsonreports {

/// minidump-stackwalk's, and the one of Socorro's stackwalker before it, also as the member
/// json_dump of a crash of Socorro. Source: rust-minidump, minidump-processor/json-schema.md.
void readStackwalkJson(const json::JsonValue& root, nativetext::TraceBuilder& report);

} // namespace faultline::jsonreports
