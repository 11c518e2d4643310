// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::elf {

/// Opens an ELF file of either class and byte order. Sections are decompressed on first use and
/// kept as long as the object. Errors: Unsupported (no ELF), Malformed (header, program or section
/// header table outside the file). Other damage loses the table that contains it and becomes a
/// warning.
Result<object::ObjectPtr> openElf(ByteView file, const ParseLimits& limits);

} // namespace faultline::elf
