// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// The layout of a symcache file; docs/symcache-format.md describes it. Everything is
/// little-endian; sections start at multiples of eight; gaps are zero. Any change of a number here
/// needs a new kVersion, as does different content for the same object.
namespace faultline::symcache_format {

inline constexpr std::array<std::uint8_t, 8> kMagic{'F', 'L', 'S', 'Y', 'M', 'C', '\r', '\n'};
inline constexpr std::uint32_t kVersion = 6;
inline constexpr std::uint32_t kNone = 0xffffffff; ///< No file, no parent, nothing here.

/// Header, at offset 0.
namespace header {
inline constexpr std::size_t kVersionAt = 8;       ///< u32
inline constexpr std::size_t kSectionCountAt = 12; ///< u32, kSectionCount
inline constexpr std::size_t kChecksumAt =
    16; ///< u64, of everything from kFileSizeAt to the section table's end
inline constexpr std::size_t kFileSizeAt = 24;    ///< u64
inline constexpr std::size_t kDebugIdAt = 32;     ///< 16 bytes in the order the text shows
inline constexpr std::size_t kAppendixAt = 48;    ///< u32
inline constexpr std::size_t kDebugIdKindAt = 52; ///< u32, DebugId::Kind
inline constexpr std::size_t kArchAt = 56;        ///< u32, Arch
inline constexpr std::size_t kBucketShiftAt =
    60; ///< u32, log2 of the bytes one bucket of the index spans
inline constexpr std::size_t kUnitCountAt = 64;      ///< u32
inline constexpr std::size_t kDamagedUnitsAt = 68;   ///< u32, units that could not be read
inline constexpr std::size_t kDamagedRecordsAt = 72; ///< u32, records dropped in the others
inline constexpr std::size_t kLostNamesAt = 76;      ///< u32, names beyond the limits
inline constexpr std::size_t kSectionTableAt = 80;
} // namespace header

/// Section table entry: u64 offset, u64 size in bytes, u64 checksum64 of the section.
inline constexpr std::size_t kSectionEntryBytes = 24;

/// Sections, in the order of their table entries.
enum class Section : std::uint32_t {
    Index,         ///< u32 per bucket and one more: the first row at or after the bucket's start
    Starts,        ///< u32 per row, strictly ascending
    Rows,          ///< kRowBytes per row, same order as Starts
    Functions,     ///< kFunctionBytes each, ascending by begin
    Inlines,       ///< kInlineBytes each; scope numbers continue after those of the functions
    Files,         ///< kFileBytes each
    Names,         ///< kNameBytes each, ascending by (hash, function)
    StringOffsets, ///< u32 per string and one more, ascending offsets into Strings
    Strings,       ///< UTF-8 without terminators
    Sources,       ///< Source texts from the debug info
};

inline constexpr std::uint32_t kSectionCount = 10;
inline constexpr std::size_t kHeaderBytes =
    header::kSectionTableAt + kSectionCount * kSectionEntryBytes;

/// Facts that hold from a row's start to the next row: u32 scope (kNone when there is none), u32
/// file, u32 line, u16 column, u16 zero. A scope below the number of functions is a function, any
/// other is an inlined call.
inline constexpr std::size_t kRowBytes = 16;
/// u32 begin, u32 end, u32 entry, u32 name (string), u8 language, u8 flags, u16 zero.
inline constexpr std::size_t kFunctionBytes = 20;
inline constexpr std::uint8_t kFromSymbolTable = 1;
/// u32 parent (scope), u32 name (string), u32 call file, u32 call line, u16 call column, u8
/// language, u8 zero.
inline constexpr std::size_t kInlineBytes = 20;
/// u32 path (string), u32 checksum (string, hex digits), u64 source offset, u32 source size, u32
/// DebugFile::ChecksumKind.
inline constexpr std::size_t kFileBytes = 24;
/// u32 nameHash of the function's name, u32 function.
inline constexpr std::size_t kNameBytes = 8;

/// FNV-1a, 32 bits: the key of Section::Names.
constexpr std::uint32_t nameHash(std::string_view name)
{
    std::uint32_t hash = 0x811c9dc5;
    for (const char c : name)
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193;
    return hash;
}

/// Little-endian numbers at unaligned places; the caller has checked the bounds.
template <class T>
T load(const std::byte* at)
{
    T value = 0;
    std::memcpy(&value, at, sizeof(T));
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1)
        value =
            sizeof(T) == 2   ? static_cast<T>(__builtin_bswap16(static_cast<std::uint16_t>(value)))
            : sizeof(T) == 4 ? static_cast<T>(__builtin_bswap32(static_cast<std::uint32_t>(value)))
                             : static_cast<T>(__builtin_bswap64(value));
    return value;
}

template <class T>
void store(std::byte* at, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        at[i] = static_cast<std::byte>(value >> (8 * i));
}

} // namespace faultline::symcache_format
