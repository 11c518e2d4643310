// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_sections.h"
#include "core/formats/debug/object/object.h"

#include <cstdint>

namespace faultline::elf {

/// Function symbols of .symtab, then of the dynamic symbol table, by the rules of
/// docs/spec/native.md §2.4. Addresses are relative to the load address. Entries that cannot be
/// read are left out. `lostNames` grows by the number of names beyond the NameAllowance of their
/// table.
std::vector<object::Symbol> readSymbols(const ByteView& file,
                                        const ElfLayout& layout,
                                        const ElfSections& sections,
                                        std::uint64_t& lostNames);

/// Does either table have an entry?
bool hasSymbolTable(const ByteView& file, const ElfLayout& layout, const ElfSections& sections);

} // namespace faultline::elf
