// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/pe_arm64_info.h"
#include "core/unwind/tables/unwind_table.h"

namespace faultline::unwind {

/// The exception directory of a PE ARM64 image. It is evaluated in place; `.pdata` is sorted by
/// address. By the ABI, a function without an entry is a leaf, and the link register holds its
/// return address.
class PeArm64Table final : public UnwindTable
{
public:
    PeArm64Table(object::ObjectPtr object, ByteView functions);

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    bool listsAllCallers() const override { return true; }

    std::string_view description() const override { return ".pdata"; }

private:
    std::optional<PeArm64Function> find(std::uint64_t rva) const;
    PeArm64Function functionAt(std::size_t index) const;
    std::uint32_t functionBytes(const PeArm64Function& function) const;
    Result<PeArm64Record> readRecord(std::uint32_t rva) const;

    Result<RegisterSet> unwindLeaf(const UnwindQuery& query) const;
    Result<void>
    undo(const UnwindQuery& query, const PeArm64Function& function, class Arm64Undo& undo) const;

    object::ObjectPtr m_object;
    ByteView m_functions;
    std::size_t m_count;
    std::uint64_t m_loadAddress;
    std::vector<object::ImageRange> m_ranges;
};

/// The table of a PE ARM64 object. Errors: NotFound (no exception directory).
Result<UnwindTablePtr> makePeArm64Table(const object::ObjectPtr& object);

} // namespace faultline::unwind
