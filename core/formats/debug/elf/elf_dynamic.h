#pragma once

#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::elf {

/// A symbol table as bytes: whole entries, and the string table their names are in.
struct SymbolTable
{
    Bytes entries;
    Bytes names;
};

/// Size of Elf32_Sym or Elf64_Sym.
std::size_t symbolBytes(const ElfLayout& layout);

/// The dynamic symbol table by way of PT_DYNAMIC, which survives stripped section headers. Its
/// length is recorded nowhere and comes from DT_GNU_HASH, else DT_HASH, else the highest index a
/// relocation uses.
std::optional<SymbolTable> findDynamicSymbols(Bytes file, const ElfLayout& layout);

} // namespace faultline::elf
