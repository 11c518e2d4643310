// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/debug/object/object.h"

namespace faultline::breakpad {

/// Opens a Breakpad text symbol file (google/breakpad docs/symbol_files.md; tolerances:
/// docs/spec/native.md §12). The debug info reader reads FUNC records and their lines. PUBLIC
/// records are the symbols. section("STACK") is the text from the first STACK record to the end.
/// Lines that cannot be read are skipped and counted. Errors: Unsupported (does not start with a
/// MODULE record), Malformed (its identity or CPU cannot be read).
Result<object::ObjectPtr> openBreakpad(ByteView file, const ParseLimits& limits);

} // namespace faultline::breakpad
