// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/unwind_table_cache.h"

namespace faultline::symbolicate {

void UnwindTableCache::get(const std::string& key,
                           const object::ObjectPtr& object,
                           const ParseLimits& limits,
                           Done done)
{
    unwind::UnwindTablePtr known;
    {
        const std::lock_guard lock(m_mutex);
        known = find(key);
        if (!known) {
            const auto [others, isFirst] = m_underWay.try_emplace(key);
            if (!isFirst) {
                others->second.push_back(std::move(done));
                return;
            }
        }
    }
    if (known) {
        done(known);
        return;
    }
    const auto made = unwind::makeUnwindTable(object, limits);
    std::vector<Done> others;
    {
        const std::lock_guard lock(m_mutex);
        if (made)
            keep(key, *made);
        const auto found = m_underWay.find(key);
        others = std::move(found->second);
        m_underWay.erase(found);
    }
    done(made);
    for (auto& other : others)
        other(made);
}

/// Call it with the lock held.
unwind::UnwindTablePtr UnwindTableCache::find(const std::string& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return nullptr;
    m_order.splice(m_order.begin(), m_order, found->second);
    return found->second->table;
}

/// Call it with the lock held.
void UnwindTableCache::keep(const std::string& key, const unwind::UnwindTablePtr& table)
{
    m_order.push_front({key, table});
    m_entries[key] = m_order.begin();
    if (m_order.size() > m_capacity) {
        m_entries.erase(m_order.back().key);
        m_order.pop_back();
    }
}

} // namespace faultline::symbolicate
