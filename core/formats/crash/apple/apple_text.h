// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::apple {

/// Reads a text crash report of macOS or iOS, or of another reporter with the same form
/// (docs/spec/native.md §19). Any text counts as a report; lines that cannot be read are left out.
/// Errors: Malformed (not UTF-8, an incident identifier or time of another form, an image that ends
/// before its start).
Result<EventPtr> readAppleTextEvent(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::apple
