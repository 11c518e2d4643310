// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/table_chain.h"

#include <algorithm>

namespace faultline::unwind {

Result<UnwindStep> TableChain::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    auto first = m_tables.front()->unwind(query, memory);
    for (std::size_t i = 1; i < m_tables.size() && !first; ++i) {
        auto other = m_tables[i]->unwind(query, memory);
        // If both tables fail, the error about an existing entry says more.
        if (other || first.error().kind == ErrorKind::NotFound)
            first = std::move(other);
    }
    return first;
}

bool TableChain::covers(std::uint64_t relativeAddress) const
{
    return std::ranges::any_of(
        m_tables, [=](const UnwindTablePtr& table) { return table->covers(relativeAddress); });
}

bool TableChain::listsAllCallers() const
{
    return std::ranges::any_of(
        m_tables, [](const UnwindTablePtr& table) { return table->listsAllCallers(); });
}

} // namespace faultline::unwind
