// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tools/breakpad_record.h"
#include "core/unwind/tables/unwind_table.h"

#include <optional>

namespace faultline::app {

/// Finds out what an unwind table does with registers and the stack. It unwinds a frame whose
/// registers and memory hold recognisable values. So all kinds of unwind data have one translation,
/// which matches our own walker.
class FrameProbe
{
public:
    FrameProbe(CpuFamily family, unwind::UnwindTablePtr table);

    /// The rules with pc at an address relative to the image, either exact or after a call. Absent
    /// when the table has none or the language cannot express them.
    std::optional<BreakpadFrameRecord::Rules> rulesAt(std::uint64_t address, bool isExact) const;

    /// The table's own answer.
    Result<unwind::UnwindStep> stepAt(std::uint64_t address, bool isExact) const;

private:
    std::optional<std::string> expressionOf(std::uint64_t value) const;

    CpuFamily m_family;
    unwind::UnwindTablePtr m_table;
    RegisterSet m_registers; // The frame's register values.
};

} // namespace faultline::app
