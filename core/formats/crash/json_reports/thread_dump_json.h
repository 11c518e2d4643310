// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/json/json_document.h"
#include "core/model/event.h"

namespace faultline::jsonreports {

/// A dump of the JVM's threads with the virtual ones ("jcmd PID Thread.dump_to_file -format=json").
/// Threads without frames are left out. Source: jdk.internal.vm.ThreadDumper of the JDK. Errors:
/// Unsupported (no thread has a frame).
Result<EventPtr> readThreadDumpJson(const json::JsonValue& root, const ParseLimits& limits);

} // namespace faultline::jsonreports
