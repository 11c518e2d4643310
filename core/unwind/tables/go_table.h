// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/function_table.h"
#include "core/unwind/tables/unwind_table.h"

namespace faultline::unwind {

/// Unwinds Go functions by the frame sizes in the runtime's own tables, which stripping leaves.
/// Without other unwind data they are exact at every instruction. Source: Go, src/runtime/
/// traceback.go, and the frame layouts in src/cmd/internal/obj (x86, arm, arm64).
class GoTable final : public UnwindTable
{
public:
    GoTable(object::ObjectPtr object, std::shared_ptr<const golang::GoProgram> program);

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    std::string_view description() const override { return "Go frame sizes"; }

private:
    Result<UnwindStep>
    undoFrame(const UnwindQuery& query, const MemoryReader& memory, std::uint64_t frameBytes) const;

    object::ObjectPtr m_object;
    std::shared_ptr<const golang::GoProgram> m_program;
    CpuFamily m_family;
};

/// Null when the object is no Go program, and for CPUs whose frames are not known here.
UnwindTablePtr makeGoTable(const object::ObjectPtr& object);

} // namespace faultline::unwind
