// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::elf {

/// The bytes of a symbol table, which hold only whole entries, and the string table of its names.
struct SymbolTable
{
    Bytes entries;
    Bytes names;
};

/// Size of Elf32_Sym or Elf64_Sym.
std::size_t symbolBytes(const ElfLayout& layout);

/// The dynamic symbol table, found through PT_DYNAMIC, which remains when section headers are
/// stripped. Its length is not recorded. It is derived from DT_GNU_HASH, otherwise from DT_HASH,
/// otherwise from the highest index in a relocation.
std::optional<SymbolTable> findDynamicSymbols(Bytes file, const ElfLayout& layout);

} // namespace faultline::elf
