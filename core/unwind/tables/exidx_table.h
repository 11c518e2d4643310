// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/exidx_entries.h"
#include "core/unwind/tables/unwind_table.h"

namespace faultline::unwind {

/// The exception index of a 32-bit ARM object. It describes functions after their prologue. In a
/// prologue or epilogue, which only an interrupted function can be in, the instructions around pc
/// decide. "Cannot unwind" does not end the stack: compilers write it for every C function that
/// throws nothing.
class ExidxTable final : public UnwindTable
{
public:
    ExidxTable(object::ObjectPtr object, ExidxEntries entries);

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    std::string_view description() const override { return ".ARM.exidx"; }

private:
    Result<RegisterSet> unwindFunction(const UnwindQuery& query,
                                       const MemoryReader& memory,
                                       const ExidxEntry& entry) const;

    object::ObjectPtr m_object;
    ExidxEntries m_entries;
    std::uint64_t m_loadAddress;
};

/// Null when the object has no exception index, or is for another CPU.
UnwindTablePtr makeExidxTable(const object::ObjectPtr& object);

} // namespace faultline::unwind
