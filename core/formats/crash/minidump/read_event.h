// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::minidump {

/// Reads a whole minidump. Memory and raw streams are views of `file`; no byte of them is copied.
/// Errors: those of Minidump::open, and Malformed when no stream of interest can be read. Other
/// damaged or missing data are left out of the event and named in Event::diagnostics.
/// Event::streams lists every stream and how it was used.
Result<EventPtr> readMinidumpEvent(ByteView file, const ParseLimits& limits);

} // namespace faultline::minidump
