// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::machcore {

/// Reads a core file of macOS or a relative. The event keeps views of `file`. Errors: Unsupported
/// (no Mach-O core, or of another CPU than 64-bit x86 or ARM), Malformed (bad load commands, or
/// neither threads nor memory).
Result<EventPtr> readMachCoreEvent(ByteView file, const ParseLimits& limits);

} // namespace faultline::machcore
