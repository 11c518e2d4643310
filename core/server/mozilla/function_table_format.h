#pragma once

#include <cstdint>

/// The layout of a function table. Everything is an unsigned little-endian number of 32 bits; the
/// sections follow the header in the order of their counts, the text (UTF-8, or what the symbol
/// file has) last.
namespace faultline::server::mozilla::table_format {

inline constexpr std::uint32_t kMagic = 0x54464c46; // "FLFT"
inline constexpr std::uint32_t kVersion = 1;

/// Magic, version, six counts of records, bytes of text, place and size of the module's file name.
inline constexpr std::uint32_t kHeaderWords = 11;

inline constexpr std::uint32_t kStartWords = 3;    ///< Address, place and size of the name.
inline constexpr std::uint32_t kSegmentWords = 2;  ///< Address; function or kNone.
inline constexpr std::uint32_t kFunctionWords = 4; ///< First inline, count; first line, count.
inline constexpr std::uint32_t kLineWords = 3;     ///< Address; file or kNone; line.
/// Begin, end, place and size of the name, call file or kNone, call line.
inline constexpr std::uint32_t kInlineWords = 6;
inline constexpr std::uint32_t kFileWords = 2; ///< Place and size of the path.

inline constexpr std::uint32_t kNone = 0xffffffff;

} // namespace faultline::server::mozilla::table_format
