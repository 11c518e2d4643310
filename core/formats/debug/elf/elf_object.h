#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::elf {

/// Opens an ELF file of either class and byte order. Sections are decompressed on first use and
/// live as long as the object. Errors: Unsupported (no ELF), Malformed (header, program or section
/// header table outside the file). Damage further in costs the table it is in and becomes a
/// warning.
Result<object::ObjectPtr> openElf(ByteView file, const ParseLimits& limits);

} // namespace faultline::elf
