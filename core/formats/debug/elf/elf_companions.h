// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_sections.h"
#include "core/formats/debug/object/object.h"

namespace faultline::elf {

/// .gnu_debuglink, .gnu_debugaltlink or .debug_sup, and .gnu_debugdata; records that cannot be read
/// are left out.
std::vector<object::CompanionReference> readCompanions(const ElfLayout& layout,
                                                       const ElfSections& sections);

/// The identity by which other files refer to a supplementary file: the checksum in its .debug_sup
/// (DWARF 5 §7.3.6), otherwise its build id; hex digits.
std::string supplementaryIdOf(const object::Object& object);

} // namespace faultline::elf
