// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Numbers of the ELF format. Sources: System V gABI chapters 4 and 5, the GNU gABI extensions, and
/// for PlayStation values the open toolchain's llvm/BinaryFormat/ELF.h.
namespace faultline::elf {

enum FileType : std::uint16_t {
    ET_NONE = 0,
    ET_REL = 1,
    ET_EXEC = 2,
    ET_DYN = 3,
    ET_CORE = 4,
    ET_SCE_DYNEXEC = 0xfe10,
    ET_SCE_DYNAMIC = 0xfe18,
};

enum Machine : std::uint16_t {
    EM_386 = 3,
    EM_MIPS = 8,
    EM_MIPS_RS3_LE = 10,
    EM_PPC = 20,
    EM_PPC64 = 21,
    EM_S390 = 22,
    EM_ARM = 40,
    EM_X86_64 = 62,
    EM_AARCH64 = 183,
    EM_RISCV = 243,
    EM_LOONGARCH = 258,
};

inline constexpr std::uint32_t EF_MIPS_ABI_O64 = 0x2000;
inline constexpr std::uint32_t EF_MIPS_ABI_EABI64 = 0x4000;

enum SegmentType : std::uint32_t {
    PT_LOAD = 1,
    PT_DYNAMIC = 2,
    PT_INTERP = 3,
    PT_NOTE = 4,
    PT_SCE_DYNLIBDATA = 0x61000000,
    PT_GNU_EH_FRAME = 0x6474e550,
};

inline constexpr std::uint32_t PF_X = 1;
inline constexpr std::uint32_t PF_W = 2;

enum SectionType : std::uint32_t {
    SHT_NULL = 0,
    SHT_SYMTAB = 2,
    SHT_NOBITS = 8,
    SHT_DYNSYM = 11,
    SHT_GNU_versym = 0x6fffffff,
};

inline constexpr std::uint64_t SHF_WRITE = 1;
inline constexpr std::uint64_t SHF_ALLOC = 2;
inline constexpr std::uint64_t SHF_EXECINSTR = 4;
inline constexpr std::uint64_t SHF_COMPRESSED = 0x800;

inline constexpr std::uint32_t SHN_UNDEF = 0;
inline constexpr std::uint32_t SHN_LORESERVE = 0xff00;
inline constexpr std::uint32_t SHN_XINDEX = 0xffff;
inline constexpr std::uint32_t PN_XNUM = 0xffff;

inline constexpr std::uint32_t ELFCOMPRESS_ZLIB = 1;
inline constexpr std::uint32_t ELFCOMPRESS_ZSTD = 2;

inline constexpr std::uint32_t NT_GNU_BUILD_ID = 3;
inline constexpr std::uint8_t STB_LOCAL = 0;
inline constexpr std::uint8_t STT_NOTYPE = 0;
inline constexpr std::uint8_t STT_OBJECT = 1;
inline constexpr std::uint8_t STT_FUNC = 2;
inline constexpr std::uint8_t STT_GNU_IFUNC = 10;

enum DynamicTag : std::uint64_t {
    DT_NULL = 0,
    DT_HASH = 4,
    DT_STRTAB = 5,
    DT_SYMTAB = 6,
    DT_RELA = 7,
    DT_RELASZ = 8,
    DT_STRSZ = 10,
    DT_REL = 17,
    DT_RELSZ = 18,
    DT_PLTREL = 20,
    DT_JMPREL = 23,
    DT_PLTRELSZ = 2,
    DT_GNU_HASH = 0x6ffffef5,
};

} // namespace faultline::elf
