// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/unwind/tables/unwind_table.h"

#include <vector>

namespace faultline::unwind {

/// Sorted records of one kind that do not overlap.
class WindowsFrameList
{
public:
    /// Repairs overlaps: an earlier record ends where a later one begins. If two begin at the same
    /// address, the first is kept.
    explicit WindowsFrameList(std::vector<object::WindowsFrame> frames);

    const object::WindowsFrame* find(std::uint64_t rva) const;

    bool empty() const { return m_frames.empty(); }

private:
    std::vector<object::WindowsFrame> m_frames;
};

/// x86 frame data with programs and FPO records, from a PDB or from STACK WIN lines.
class WindowsFrames
{
public:
    explicit WindowsFrames(std::vector<object::WindowsFrame> frames);

    bool empty() const { return m_programs.empty() && m_fpo.empty(); }

    bool covers(std::uint64_t rva) const
    {
        return m_programs.find(rva) != nullptr || m_fpo.find(rva) != nullptr;
    }

    /// If a record has a program and the program fails, FPO records are not tried
    /// (docs/spec/stackwalk.md §9.4). Errors: NotFound, Malformed.
    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const;

private:
    WindowsFrameList m_programs;
    WindowsFrameList m_fpo;
};

/// The frames of a PDB. Errors: NotFound.
Result<UnwindTablePtr> makePdbTable(const object::ObjectPtr& object);

} // namespace faultline::unwind
