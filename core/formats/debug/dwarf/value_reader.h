// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/object/value_info.h"

#include <memory>

namespace faultline::dwarf {

/// Reads types and variables of DWARF 2–5. The reader keeps the section bytes alive. Errors:
/// NotFound (no debug_info), Malformed (no unit header can be read).
Result<std::unique_ptr<object::ValueInfoReader>> makeValueReader(const DwarfInput& input,
                                                                 const ParseLimits& limits);

} // namespace faultline::dwarf
