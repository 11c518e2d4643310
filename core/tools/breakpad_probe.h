#pragma once

#include "core/tools/breakpad_record.h"
#include "core/unwind/tables/unwind_table.h"

#include <optional>

namespace faultline::app {

/// Finds out what an unwind table does with registers and the stack: it unwinds a frame whose
/// registers and memory have values that tell where they come from. So every kind of unwind data
/// has the same translation, and that is what our own walker does.
class FrameProbe
{
public:
    FrameProbe(CpuFamily family, unwind::UnwindTablePtr table);

    /// The rules with pc at an address relative to the image, exact or behind a call; absent when
    /// the table has none or they have no form in the language.
    std::optional<BreakpadFrameRecord::Rules> rulesAt(std::uint64_t address, bool isExact) const;

    /// The table's answer itself.
    Result<unwind::UnwindStep> stepAt(std::uint64_t address, bool isExact) const;

private:
    std::optional<std::string> expressionOf(std::uint64_t value) const;

    CpuFamily m_family;
    unwind::UnwindTablePtr m_table;
    RegisterSet m_registers; // As the frame has them.
};

} // namespace faultline::app
