// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The layout of a source map cache, which docs/sourcemap-cache-format.md describes. Everything is
/// little-endian. Sections start at multiples of eight, with zeros in the gaps. Increase kVersion
/// whenever a number here changes.
namespace faultline::sourcemap::map_cache_format {

inline constexpr std::array<std::uint8_t, 8> kMagic{'F', 'L', 'S', 'M', 'A', 'P', '\r', '\n'};
inline constexpr std::uint32_t kVersion = 3;

/// Header, at offset 0.
namespace header {
inline constexpr std::size_t kVersionAt = 8;        ///< u32
inline constexpr std::size_t kFlagsAt = 12;         ///< u32
inline constexpr std::size_t kChecksumAt = 16;      ///< u64, of everything from kFileSizeAt on
inline constexpr std::size_t kFileSizeAt = 24;      ///< u64
inline constexpr std::size_t kTokenCountAt = 32;    ///< u32
inline constexpr std::size_t kBlockCountAt = 36;    ///< u32
inline constexpr std::size_t kSourceCountAt = 40;   ///< u32
inline constexpr std::size_t kStringCountAt = 44;   ///< u32
inline constexpr std::size_t kTokenBytesAt = 48;    ///< u64
inline constexpr std::size_t kStringBytesAt = 56;   ///< u64
inline constexpr std::size_t kTextBytesAt = 64;     ///< u64
inline constexpr std::size_t kDroppedAt = 72;       ///< u32, number of segments that were dropped
inline constexpr std::size_t kDamageAt = 76;        ///< u32, string number of its text plus 1; or 0
inline constexpr std::size_t kNodeCountAt = 80;     ///< u32
inline constexpr std::size_t kBoundaryCountAt = 84; ///< u32
inline constexpr std::size_t kModuleCountAt = 88;   ///< u32
inline constexpr std::size_t kSectionsAt = 96;
} // namespace header

inline constexpr std::uint32_t kFlagFunctionMaps = 1; ///< Scopes come from Metro's function maps.
inline constexpr std::uint32_t kFlagScriptScopes = 2; ///< The generated script has been parsed.

// The sections follow each other in this order.

/// u32 line, u32 column of its first token, u32 offset of its tokens. Ascending by position.
inline constexpr std::size_t kBlockBytes = 12;
inline constexpr std::uint32_t kTokensPerBlock = 16;

// Tokens consist of numbers in LEB128; signed ones have the sign in bit 0. A token has three parts:
// - The generated position. On the line of the previous token: the column's increase << 1. On a
//   later line: the lines' increase << 1 | 1, then the column.
// - A byte with the bits below.
// - The numbers that the bits announce: changes of source, original line, original column, name and
//   scope. The first token of a block has changes from 0.
inline constexpr std::uint8_t kMapped = 1;
inline constexpr std::uint8_t kSourceChanges = 2;
inline constexpr std::uint8_t kLineChanges = 4;
inline constexpr std::uint8_t kColumnChanges = 8;
inline constexpr std::uint8_t kHasName = 16;
inline constexpr std::uint8_t kScopeChanges = 32;
inline constexpr std::uint8_t kIsRange = 64;

/// Scopes are numbers of strings plus kFirstScope, or one of these.
inline constexpr std::uint32_t kScopeUnknown = 0;
inline constexpr std::uint32_t kScopeAnonymous = 1;
inline constexpr std::uint32_t kFirstScope = 2;

/// u32 string number of its name, u32 bits, u64 offset of its text, u32 stored size, u32 size of
/// the text. A text that zstd cannot make smaller is stored unchanged; both sizes are then equal.
inline constexpr std::size_t kSourceBytes = 24;
inline constexpr std::uint32_t kSourceHasText = 1;
inline constexpr std::uint32_t kSourceIsIgnored = 2;

/// A function, or an inlined body, that the map's scopes tell: u32 node around it, u32 string
/// number of its name, u32 bits, u32 source, u32 line and u32 column of the call.
inline constexpr std::size_t kNodeBytes = 24;
inline constexpr std::uint32_t kNodeHasName = 1;
inline constexpr std::uint32_t kNodeIsHidden = 2;
inline constexpr std::uint32_t kNodeIsInlined = 4;

/// u32 line, u32 column, u32 node from there on. Ascending by position.
inline constexpr std::size_t kBoundaryBytes = 12;

/// u32 first generated line of each module of a RAM bundle; kNoModule for those that are absent.
inline constexpr std::size_t kModuleBytes = 4;
inline constexpr std::uint32_t kNoModule = 0xffff'ffff;

/// The number of an absent node.
inline constexpr std::uint32_t kNoScopeNode = 0xffff'ffff;

/// u32 offset and u32 size of a string.
inline constexpr std::size_t kStringBytes = 8;

// The bytes of the strings follow, then those of the texts.

} // namespace faultline::sourcemap::map_cache_format
