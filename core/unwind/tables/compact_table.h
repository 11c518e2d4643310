// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/compact_entries.h"
#include "core/unwind/tables/dwarf_table.h"
#include "core/unwind/tables/function_starts.h"
#include "core/unwind/tables/unwind_table.h"

namespace faultline::unwind {

/// Mach-O compact unwind for x86, x86-64 and arm64. It describes function bodies only. In a
/// prologue or epilogue, which only a context frame can interrupt, the instructions around pc
/// decide. Entries of mode "DWARF" are otherwise passed to `__eh_frame`.
class CompactTable final : public UnwindTable
{
public:
    CompactTable(object::ObjectPtr object,
                 CompactEntries entries,
                 FunctionStarts starts,
                 std::shared_ptr<const DwarfTable> dwarf);

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    std::string_view description() const override { return "__unwind_info"; }

private:
    CompactEntry functionIn(const CompactEntry& entry, std::uint64_t relativeAddress) const;
    Result<RegisterSet> unwindBody(const UnwindQuery& query,
                                   const MemoryReader& memory,
                                   const CompactEntry& entry) const;
    Result<RegisterSet> unwindIntel(const UnwindQuery& query,
                                    const MemoryReader& memory,
                                    const CompactEntry& entry) const;
    /// Has the function stored a frame record and let the frame pointer point to it, before the
    /// address of the query?
    bool setsFramePointer(const UnwindQuery& query, const CompactEntry& function) const;
    UnwindStep stepTo(const RegisterSet& registers) const;
    std::optional<RegisterSet> unwindEdge(const UnwindQuery& query,
                                          const MemoryReader& memory,
                                          const CompactEntry& entry) const;
    std::optional<RegisterSet> unwindTailCall(const UnwindQuery& query,
                                              const MemoryReader& memory,
                                              const CompactEntry& entry) const;
    ByteView image(const UnwindQuery& query, std::uint64_t address, std::uint64_t sizeBytes) const;
    Result<std::uint64_t> framelessBytes(const CompactEntry& entry, unsigned wordBytes) const;

    object::ObjectPtr m_object;
    CompactEntries m_entries;
    FunctionStarts m_starts;
    std::shared_ptr<const DwarfTable> m_dwarf; // Null when the object has no `__eh_frame`.
    CpuFamily m_family;
    std::uint64_t m_loadAddress;
};

/// Null when the object has no readable `__unwind_info`, or is for a CPU without compact unwind.
std::shared_ptr<const CompactTable> makeCompactTable(const object::ObjectPtr& object);

} // namespace faultline::unwind
