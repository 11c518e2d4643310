#include "core/symbolicate/unwind_table_cache.h"

namespace faultline {

Result<UnwindTablePtr>
UnwindTableCache::get(const std::string& key, const ObjectPtr& object, const ParseLimits& limits)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_entries.find(key); found != m_entries.end()) {
            m_order.splice(m_order.begin(), m_order, found->second);
            return found->second->table;
        }
    }
    FL_TRY(auto table, makeUnwindTable(object, limits));
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_entries.find(key); found != m_entries.end())
        return found->second->table;
    m_order.push_front({key, table});
    m_entries[key] = m_order.begin();
    if (m_order.size() > m_capacity) {
        m_entries.erase(m_order.back().key);
        m_order.pop_back();
    }
    return table;
}

} // namespace faultline
