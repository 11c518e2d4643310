// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/codec/write_options.h"
#include "core/model/report.h"

#include <functional>
#include <vector>

namespace faultline::codec {

/// Receives a file piece by piece; its error ends the writing.
using ReportSink = std::function<Result<void>(Bytes)>;

/// Writes a report that has an event in the form of docs/report-format.md. readReport() gives back
/// an equal one; without `memory` the event's memory and streams are empty there. Pieces of memory
/// reach the sink one by one and uncopied. Fails only with the sink's error. Thread-safe.
Result<void> writeReport(const Report& report, EventMemory memory, const ReportSink& sink);

/// The same into one buffer.
std::vector<std::byte> encodeReport(const Report& report, EventMemory memory);

} // namespace faultline::codec
