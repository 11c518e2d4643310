// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The layout of a function table. Every field is an unsigned little-endian number of 32 bits. The
/// sections follow the header in the order of their counts. The text section is last; it is in
/// UTF-8 or in the encoding of the symbol file.
namespace faultline::server::mozilla::table_format {

inline constexpr std::uint32_t kMagic = 0x54464c46; // "FLFT"
inline constexpr std::uint32_t kVersion = 1;

/// Magic, version, six record counts, size of the text in bytes, position and size of the module's
/// file name.
inline constexpr std::uint32_t kHeaderWords = 11;

inline constexpr std::uint32_t kStartWords = 3;   ///< Address; position and size of the name.
inline constexpr std::uint32_t kSegmentWords = 2; ///< Address; function index or kNone.
/// First inlined call and their count; first line and the count of lines.
inline constexpr std::uint32_t kFunctionWords = 4;
inline constexpr std::uint32_t kLineWords = 3; ///< Address; file index or kNone; line.
/// Begin; end; position and size of the name; file index of the call or kNone; line of the call.
inline constexpr std::uint32_t kInlineWords = 6;
inline constexpr std::uint32_t kFileWords = 2; ///< Position and size of the path.

inline constexpr std::uint32_t kNone = 0xffffffff;

} // namespace faultline::server::mozilla::table_format
