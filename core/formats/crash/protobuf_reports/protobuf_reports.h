// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::protobuf {

/// Is it one of these reports? Tombstones have no magic number: their first fields decide.
bool looksLikeProtobufReport(Bytes head);

/// Reads such a report. A damaged one gives what stands before the damage, with a diagnostic.
/// Errors: Unsupported (another file), Malformed (no thread has a frame).
Result<EventPtr> readProtobufReport(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::protobuf
