// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The layout of a PPDB cache; docs/ppdb-cache-format.md describes it. Everything is little-endian;
/// sections start at multiples of eight; gaps are zero. Any change of a number here needs a new
/// kVersion.
namespace faultline::ppdb_cache_format {

inline constexpr std::array<std::uint8_t, 8> kMagic{'F', 'L', 'P', 'P', 'D', 'B', '\r', '\n'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kNone = 0xffffffff;

/// Header, at offset 0.
namespace header {
inline constexpr std::size_t kVersionAt = 8;         ///< u32
inline constexpr std::size_t kChecksumAt = 16;       ///< u64, of everything from kFileSizeAt on
inline constexpr std::size_t kFileSizeAt = 24;       ///< u64
inline constexpr std::size_t kDebugIdAt = 32;        ///< 16 bytes in the order the text shows
inline constexpr std::size_t kAppendixAt = 48;       ///< u32
inline constexpr std::size_t kMethodCountAt = 52;    ///< u32
inline constexpr std::size_t kPointCountAt = 56;     ///< u32
inline constexpr std::size_t kFileCountAt = 60;      ///< u32
inline constexpr std::size_t kStringBytesAt = 64;    ///< u32
inline constexpr std::size_t kDamagedMethodsAt = 68; ///< u32, methods that could not be read
inline constexpr std::size_t kSectionsAt = 72;
} // namespace header

// Sections, one after the other in this order.

/// For each method row and one more: u32, the method's first point.
inline constexpr std::size_t kMethodBytes = 4;
/// u32 IL offset, u32 line, u32 file, u32 column | kHiddenBit. Ascending by IL offset in a method.
inline constexpr std::size_t kPointBytes = 16;
inline constexpr std::uint32_t kHiddenBit = 0x80000000;
/// u32 offset and u32 size of the path in the strings, u32 offset of the checksum in the strings
/// (raw bytes), u8 language, u8 DebugFile::ChecksumKind, u16 zero.
inline constexpr std::size_t kFileBytes = 16;

} // namespace faultline::ppdb_cache_format
