// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::corefile {

/// The container: an ELF file whose program headers list notes and memory. Fields have the byte
/// order and word size of the crashed process.
struct CoreFile
{
    ByteView bytes;
    elf::ElfLayout layout;
    Arch arch = Arch::Unknown;
    ParseLimits limits;

    ByteReader readerOf(Bytes record) const { return ByteReader(record, layout.order); }

    unsigned wordBytes() const { return layout.is64 ? 8 : 4; }

    std::uint64_t readWord(ByteReader& reader) const { return reader.unsignedOf(wordBytes()); }

    /// The bytes of [offset, offset + sizeBytes) that the file holds; shorter or empty when the
    /// file ends earlier.
    ByteView clippedView(std::uint64_t offset, std::uint64_t sizeBytes) const;
};

/// Do the bytes begin like an ELF file of type ET_CORE?
bool isCoreFile(Bytes file);

/// Errors: Unsupported (no ELF core file), Malformed (the program headers lie outside the file).
Result<CoreFile> openCoreFile(ByteView file, const ParseLimits& limits);

} // namespace faultline::corefile
