// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace faultline::codec {

/// Numbers of the format that docs/report-format.md describes. All of them are little-endian.

inline constexpr std::string_view kMagic = "FLREPT\r\n";
inline constexpr std::uint32_t kVersion = 2;
/// Version 1 is still read: its modules have texts in place of kinds (version1_fields.h).
inline constexpr std::uint32_t kOldestVersion = 1;

enum class Section : std::uint8_t { Texts, Event, Stacks, Modules, Summary, Attachments };

inline constexpr std::size_t kSectionCount = 6;

inline constexpr std::array<std::string_view, kSectionCount> kSectionNames{
    "texts", "event", "stacks", "modules", "summary", "attachments"};

/// Offsets in the header: magic, version, number of sections, checksum, and what the checksum
/// covers: the file's size and the section table.
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kSectionCountAt = 12;
inline constexpr std::size_t kChecksumAt = 16;
inline constexpr std::size_t kFileSizeAt = 24;
inline constexpr std::size_t kTableAt = 32;
inline constexpr std::size_t kTableEntryBytes = 24; ///< Offset, size, checksum.
inline constexpr std::size_t kHeaderBytes = kTableAt + kSectionCount * kTableEntryBytes;

/// How many of Report's fields have a section of their own; the summary holds the others.
inline constexpr std::size_t kFieldsWithSection = 3;

} // namespace faultline::codec
