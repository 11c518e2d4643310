// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/json/json_document.h"

namespace faultline::jsonreports {

/// A payload of MetricKit: of its diagnostics the first crash, or without one the first other that
/// has frames (hang, CPU, disk, launch, memory); a diagnostic or a call stack tree alone. Frames
/// are offsets in images that their UUIDs identify. Of a tree that was sampled, each stack is the
/// heaviest path. Source: Apple's documentation of MXDiagnosticPayload and
/// MXCallStackTree.jsonRepresentation(), and the payloads of iOS 14 to 27.
void readMetricKitJson(const json::JsonValue& root, nativetext::TraceBuilder& report);

} // namespace faultline::jsonreports
