// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/unwind_table.h"

#include <vector>

namespace faultline::unwind {

/// Several tables of one object, asked in order. A later table is asked when the earlier ones have
/// no entry for the address or cannot evaluate it.
class TableChain final : public UnwindTable
{
public:
    explicit TableChain(std::vector<UnwindTablePtr> tables) : m_tables(std::move(tables)) {}

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;
    bool listsAllCallers() const override;

    std::string_view description() const override { return m_tables.front()->description(); }

private:
    std::vector<UnwindTablePtr> m_tables; // Never empty.
};

} // namespace faultline::unwind
