// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/code_finder.h"

namespace faultline::dwarf {

/// Tells where functions have set up their frames, by the line table. A unit's line program runs
/// when the first of its functions is asked for. Uses the units of others; not thread-safe.
class Prologues
{
public:
    Prologues(ValueUnits& units, CodeFinder& code, const DwarfInput& input);

    /// The linked address after the prologue of a function: of the first row that says so (DWARF 5
    /// §6.2.2, prologue_end), else of the second row. The function's first address when no line
    /// table tells.
    std::uint64_t endOf(const Entry& function);

private:
    struct Mark
    {
        std::uint64_t address = 0; ///< Linked.
        bool endsPrologue = false;
    };

    using Marks = std::vector<Mark>; // Ascending.

    const Marks& marksOf(const ValueUnit& unit);

    ValueUnits& m_units;
    CodeFinder& m_code;
    CodeSpace m_space;
    std::uint64_t m_bias; ///< Linked minus relative address.
    std::atomic<std::uint64_t> m_bytesLeft;
    std::unordered_map<const ValueUnit*, Marks> m_marks;
};

} // namespace faultline::dwarf
