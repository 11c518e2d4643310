// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/cfi_index.h"
#include "core/unwind/tables/unwind_table.h"

#include <memory>

namespace faultline::unwind {

struct CfiRow;

/// DWARF call frame information of one section. It is evaluated in place: each step reads one entry
/// and its row and allocates nothing.
class DwarfTable final : public UnwindTable
{
public:
    /// Keeps `object` alive, so that the section's bytes stay valid.
    DwarfTable(object::ObjectPtr object, CfiSection section, std::optional<EhFrameHeader> header);

    bool hasEntries() const { return m_index.hasEntries(); }

    const CfiIndex& index() const { return m_index; }

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;
    std::string_view description() const override;

private:
    Result<UnwindStep> applyRow(const UnwindQuery& query,
                                const MemoryReader& memory,
                                const FrameEntry& entry,
                                const CfiRow& row,
                                UnwindMeter& meter) const;

    object::ObjectPtr m_object;
    CfiIndex m_index;
    CpuFamily m_family;
    CallingConvention m_convention;
    std::uint64_t m_loadAddress;
};

/// The object's tables by section: `.eh_frame` (with `.eh_frame_hdr`), `.debug_frame`, and their
/// Mach-O names. Sections without a frame entry are left out, such as an empty `.eh_frame` in a
/// debug companion.
std::vector<UnwindTablePtr> makeDwarfTables(const object::ObjectPtr& object);

/// The same for one section name. Null when the section is absent or describes no function.
std::shared_ptr<const DwarfTable> makeDwarfTable(const object::ObjectPtr& object,
                                                 std::string_view sectionName);

} // namespace faultline::unwind
