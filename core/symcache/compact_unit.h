// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/symcache/claimed_functions.h"
#include "core/symcache/file_table.h"
#include "core/symcache/packed_rows.h"
#include "core/symcache/string_interner.h"
#include "core/symcache/windows_name.h"

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace faultline::symcache {

/// What is kept of a unit between reading and writing: only numbers, with inline trees flattened to
/// rows.
struct CompactUnit
{
    /// An inlined call. Its ranges are in the rows. `parent` counts like CompactRow::scope.
    struct Inline
    {
        std::uint32_t parent = object::kNoIndex;
        std::uint32_t name = object::kNoIndex; ///< Interned.
        std::uint32_t callFile = object::kNoIndex;
        std::uint32_t callLine = 0;
        std::uint16_t callColumn = 0;
        Language language = Language::Unknown;

        friend bool operator==(const Inline&, const Inline&) = default;
    };

    struct Function
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t entry = 0;
        std::uint32_t name = object::kNoIndex; ///< Interned; object::kNoIndex when unknown.
        Language language = Language::Unknown;
        /// Place of its rows; the first one starts at begin. Only a function that an earlier unit
        /// has too lacks rows.
        std::uint64_t rowsAt = 0;
        std::uint32_t rowCount = 0;
        std::uint32_t firstInline = 0;
        std::uint32_t inlineCount = 0;
    };

    std::vector<Function> functions;
    std::vector<Function> bareLines; ///< Code that has rows but no function; only ranges and rows.
    PackedRows rows;
    std::vector<Inline> inlines;
    std::uint32_t damagedRecords = 0;
    std::set<std::string_view> exceeded; ///< See DebugUnit.
};

/// What all units of a symcache share.
struct SharedTables
{
    /// See StringInterner.
    SharedTables(Bytes lasting, const TextLimits& limits) : strings(lasting, limits) {}

    StringInterner strings;
    FileTable files{strings};
    ClaimedFunctions claims;
};

/// Turns one unit into its compact form. One object per unit.
class UnitCompactor
{
public:
    /// `number` is the unit's place among all units. It decides between equal functions.
    UnitCompactor(const object::DebugUnit& unit,
                  std::uint32_t number,
                  SharedTables& tables,
                  NameDecoration decoration);

    CompactUnit run();

private:
    /// Numbers the inlined calls. Equal calls of one function (an inlined call with several ranges)
    /// get the same number.
    class InlineNumbers
    {
    public:
        void reset(std::size_t inlineCount);
        std::uint32_t add(const CompactUnit::Inline& call,
                          std::vector<CompactUnit::Inline>& calls,
                          std::size_t first);

    private:
        std::vector<std::uint32_t> m_slots; // Each slot holds a number plus one.
    };

    /// Linkers merge debug strings, so equal names usually are the same bytes. Comparing their
    /// address avoids hashing.
    struct RecentName
    {
        const char* data = nullptr;
        std::size_t sizeBytes = 0;
        std::uint32_t id = 0;
    };

    static constexpr std::size_t kMaxRecentNames = 4096;

    bool slicesFit(const object::DebugFunction& function) const;
    void addFunction(const object::DebugFunction& function);
    void addBareLines(const object::DebugBareLines& lines);
    void numberInlines(const object::DebugFunction& function, std::size_t firstInline);
    void flatten(const object::DebugFunction& function);
    void openInlines(std::span<const object::DebugInline> inlines,
                     std::uint32_t position,
                     std::uint32_t begin);
    std::uint32_t nameId(std::string_view name);
    std::uint32_t fileId(std::uint32_t unitFile);

    const object::DebugUnit& m_unit;
    std::uint32_t m_number;
    SharedTables& m_tables;
    NameDecoration m_decoration;
    CompactUnit m_result;
    std::vector<RecentName> m_recentNames; // Its size is a power of two.
    std::vector<std::uint32_t>
        m_fileIds; // One per file of the unit; object::kNoIndex until it is first needed.
    InlineNumbers m_inlineNumbers;
    // Scratch data for the current function; kept to reuse the memory.
    std::vector<std::uint32_t> m_numberOf;  // For each inline: its number within the function.
    std::vector<std::uint32_t> m_byAddress; // The inlines sorted by their starts.
    std::vector<std::uint32_t> m_open; // The inlines around the current address, innermost last.
    std::size_t m_nextInline = 0;      // Index into m_byAddress.
};

} // namespace faultline::symcache
