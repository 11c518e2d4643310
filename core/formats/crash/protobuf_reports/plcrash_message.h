// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <string_view>

namespace faultline::protobuf {

/// A report of PLCrashReporter: "plcrash", a version, a message. Source: its
/// Source/PLCrashReport.proto.
bool isPlCrash(std::string_view head);

/// Returns false when the message is damaged.
bool readPlCrash(std::string_view bytes, nativetext::TraceBuilder& report);

} // namespace faultline::protobuf
