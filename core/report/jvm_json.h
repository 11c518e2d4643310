// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/jvm_event.h"
#include "core/model/jvm_frame.h"
#include "core/report/json_report.h"

#include <string>

namespace faultline::report {

struct JvmJsonOptions
{
    FrameOrder frameOrder = FrameOrder::CallerFirst; ///< The reference's default for the JVM.
    /// Each frame's alternatives and origin of its file, hidden frames and everything tried, under
    /// keys "faultline".
    IncludeExtras extras = IncludeExtras::No;
};

/// Symbolicator's "completed" response to a JVM event (docs/spec/jvm.md §1.2).
std::string renderJvmJson(const JvmReport& report, const JvmJsonOptions& options);

/// Adds what only frames of the JVM have to the object that is being written.
void putJvmExtras(json::JsonWriter& json, const JvmFrame& frame);

} // namespace faultline::report
