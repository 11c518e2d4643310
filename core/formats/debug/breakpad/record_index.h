// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::breakpad {

/// Texts by the decimal ids of FILE and INLINE_ORIGIN records. Ids normally count up from zero.
class NumberedTexts
{
public:
    void add(std::uint64_t id, std::string_view text) { m_entries.emplace_back(id, text); }

    /// Call once after the last add(). If ids are equal, the last one counts.
    void finish();

    /// Position of an id among all ids; size() when the id does not exist.
    std::size_t find(std::uint64_t id) const;

    std::string_view text(std::size_t position) const { return m_entries[position].second; }

    std::size_t size() const { return m_entries.size(); }

private:
    std::vector<std::pair<std::uint64_t, std::string_view>> m_entries;
};

/// Result of one pass over the whole file: the tables that every function needs, and the division
/// of the functions into units.
struct RecordIndex
{
    /// A run of records that begins with a FUNC.
    struct Unit
    {
        std::size_t offset = 0;
        std::size_t sizeBytes = 0;
    };

    NumberedTexts files;
    NumberedTexts inlineOrigins;
    /// dump_syms wrote inlines in another form from August to October 2021 (Breakpad's commits
    /// 4f5b8147 and ee2ad612): INLINE records lack the file of the call, and INLINE_ORIGIN records
    /// name the file of the inline function.
    bool hasOldInlines = false;
    std::vector<object::Symbol> publics;
    std::vector<Unit> units;
    std::size_t stackOffset =
        0; ///< Offset of the first STACK record; the text's size when there is none.
    std::uint32_t damagedRecords = 0;
};

/// `text` starts with the MODULE record.
RecordIndex indexRecords(std::string_view text);

} // namespace faultline::breakpad
