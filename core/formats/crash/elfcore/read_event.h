// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::corefile {

/// Reads a Linux core file. The event keeps views of `file`. Errors: Unsupported (no ELF core
/// file), Malformed (program headers outside the file, or neither threads nor memory).
Result<EventPtr> readCoreEvent(ByteView file, const ParseLimits& limits);

} // namespace faultline::corefile
