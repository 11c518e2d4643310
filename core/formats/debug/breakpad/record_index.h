#pragma once

#include "core/formats/debug/object/object.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::breakpad {

/// Texts by the decimal ids that FILE and INLINE_ORIGIN records give them; ids normally count up
/// from zero.
class NumberedTexts
{
public:
    void add(std::uint64_t id, std::string_view text) { m_entries.emplace_back(id, text); }

    /// Call once after the last add(); of equal ids the last one counts.
    void finish();

    /// Position of an id among all; size() when there is no such id.
    std::size_t find(std::uint64_t id) const;

    std::string_view text(std::size_t position) const { return m_entries[position].second; }

    std::size_t size() const { return m_entries.size(); }

private:
    std::vector<std::pair<std::uint64_t, std::string_view>> m_entries;
};

/// One pass over the whole file: tables that every function needs, and where to cut the functions
/// into units.
struct RecordIndex
{
    /// A run of records that starts with a FUNC.
    struct Unit
    {
        std::size_t offset = 0;
        std::size_t sizeBytes = 0;
    };

    NumberedTexts files;
    NumberedTexts inlineOrigins;
    std::vector<object::Symbol> publics;
    std::vector<Unit> units;
    std::size_t stackOffset = 0; ///< Of the first STACK record; the text's size when there is none.
    std::uint32_t damagedRecords = 0;
};

/// `text` starts with the MODULE record.
RecordIndex indexRecords(std::string_view text);

} // namespace faultline::breakpad
