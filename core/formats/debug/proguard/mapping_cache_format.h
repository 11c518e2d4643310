// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// The layout of a mapping cache, which docs/mapping-cache-format.md describes. Every field is a
/// little-endian u32 unless stated otherwise. Sections start at multiples of eight, with zeros in
/// the gaps. Increase kVersion whenever a number here changes.
namespace faultline::proguard::cache_format {

inline constexpr std::array<std::uint8_t, 8> kMagic{'F', 'L', 'M', 'A', 'P', '\0', '\r', '\n'};
inline constexpr std::uint32_t kVersion = 1;
/// An absent text, line or record.
inline constexpr std::uint32_t kNone = 0xffffffff;

namespace header {
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kChecksumAt = 16; ///< u64, of everything from kFileSizeAt on
inline constexpr std::size_t kFileSizeAt = 24; ///< u64
inline constexpr std::size_t kCountsAt = 32;   ///< One count for each section, in their order.
} // namespace header

enum class Section : std::uint8_t {
    Classes,       ///< Sorted by obfuscated name.
    ClassSlots,    ///< A hash table of class indexes. Its size is a power of two.
    OriginalOrder, ///< Indexes of classes, sorted by original name.
    Methods,       ///< Grouped by class, sorted by obfuscated name.
    Ranges,        ///< The minified lines of each entry, in the order of Entries.
    Entries,       ///< Grouped by method, in the order of the file.
    Parameters,    ///< Grouped by method, sorted by arguments, then in the order of the file.
    Fields,        ///< Grouped by class, sorted by obfuscated name, then in the order of the file.
    Extras,
    Positions,
    Rules,
    Components,
    Strings
};
inline constexpr std::size_t kSectionCount = 13;

/// Size of one record in bytes, for each section.
inline constexpr std::array<std::size_t, kSectionCount> kRecordBytes{32, 4,  4,  24, 8, 40, 8,
                                                                     12, 16, 12, 16, 8, 1};

namespace header {
inline constexpr std::size_t kFlagsAt = kCountsAt + 4 * kSectionCount;
inline constexpr std::uint32_t kHasLineInfo = 1;
inline constexpr std::size_t kDamagedLinesAt = kFlagsAt + 4;
inline constexpr std::size_t kFirstDamagedAt = kFlagsAt + 8;
/// Texts: compiler, compiler version, min_api, map id, map hash, format version.
inline constexpr std::size_t kTextsAt = kFlagsAt + 12;
inline constexpr std::size_t kTextCount = 6;
inline constexpr std::size_t kSectionsAt = (kTextsAt + 4 * kTextCount + 7) / 8 * 8;
} // namespace header

// Fields of records, by their index.
namespace class_record {
enum Field : std::uint32_t {
    Obfuscated,
    Original,
    SourceFile,
    FirstMethod,
    MethodCount,
    FirstField,
    FieldCount,
    Flags
};

inline constexpr std::uint32_t kSynthesized = 1;
} // namespace class_record

namespace method_record {
enum Field : std::uint32_t {
    Name,
    FirstEntry,
    EntryCount,
    FirstParameters,
    ParametersCount,
    Flags
};

inline constexpr std::uint32_t kHasRanges = 1; ///< Some entry ends after line 0.
inline constexpr std::uint32_t kHasBase = 2;   ///< Some entry has no range, or 0:0.
inline constexpr std::uint32_t kAscending = 4; ///< Starts and ends of the ranges never decrease.
} // namespace method_record

namespace entry_record {
enum Field : std::uint32_t {
    Class,
    Name,
    Arguments,
    ReturnType,
    From,
    To,
    SourceFile,
    Residual,
    Extras,
    Flags
};

inline constexpr std::uint32_t kNamesReceiver = 1;
inline constexpr std::uint32_t kSynthesized = 2;
inline constexpr std::uint32_t kOutline = 4;
} // namespace entry_record

namespace parameters_record {
enum Field : std::uint32_t { Arguments, Entry };
}

namespace field_record {
enum Field : std::uint32_t { Obfuscated, Name, Type };
}

namespace extras_record {
enum Field : std::uint32_t { FirstPosition, PositionCount, FirstRule, RuleCount };
}

namespace position_record {
enum Field : std::uint32_t { Outline, OutlineLine, CallsiteLine };
}

namespace rule_record {
enum Field : std::uint32_t { FirstCondition, ConditionCount, FirstAction, ActionCount };
}

namespace component_record {
/// Kind is a RewriteComponent::Kind. Value is a text, or the count for removeInnerFrames.
enum Field : std::uint32_t { Kind, Value };
} // namespace component_record

inline std::uint32_t load32(const std::byte* at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, at, sizeof(value));
    return std::endian::native == std::endian::big ? __builtin_bswap32(value) : value;
}

inline std::uint64_t load64(const std::byte* at)
{
    return load32(at) | std::uint64_t{load32(at + 4)} << 32;
}

inline void store32(std::byte* at, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        at[i] = static_cast<std::byte>(value >> (8 * i));
}

inline void store64(std::byte* at, std::uint64_t value)
{
    store32(at, static_cast<std::uint32_t>(value));
    store32(at + 4, static_cast<std::uint32_t>(value >> 32));
}

} // namespace faultline::proguard::cache_format
