// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/memory_layer.h"

namespace faultline::cache {

// Values are always destroyed outside the lock, because unmapping a large file takes time.

std::optional<MemoryLayer::Entry> MemoryLayer::find(const std::string& id, CacheTime now)
{
    std::vector<Entry> dropped;
    const std::lock_guard lock(m_mutex);
    const auto found = m_byId.find(id);
    if (found == m_byId.end())
        return std::nullopt;
    const auto node = found->second;
    if (!isUsable(node->entry, now)) {
        erase(node, dropped);
        return std::nullopt;
    }
    m_nodes.splice(m_nodes.begin(), m_nodes, node);
    // The bytes are left out, because many threads would count references to the same ones.
    const auto& entry = node->entry;
    return Entry{.value = entry.value,
                 .since = entry.since,
                 .deadline = entry.deadline,
                 .sizeBytes = entry.sizeBytes,
                 .objectRank = entry.objectRank,
                 .bytes = {},
                 .missingPages = entry.missingPages};
}

bool MemoryLayer::isUsable(Entry& entry, CacheTime now)
{
    if (entry.deadline <= now || entry.since > now)
        return false;
    const auto missing = missingPageCount();
    if (missing == entry.missingPages)
        return true;
    entry.missingPages = missing;
    return isComplete(entry.bytes);
}

void MemoryLayer::put(const std::string& id, Entry entry)
{
    constexpr std::size_t kOverhead = 256;
    std::vector<Entry> dropped;
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_byId.find(id); found != m_byId.end())
        erase(found->second, dropped);
    const auto weight = id.size() + kOverhead +
                        (entry.value ? entry.value->weight : entry.value.error().detail.size());
    if (weight > m_capacity)
        return;
    while (m_weight > m_capacity - weight)
        erase(std::prev(m_nodes.end()), dropped);
    m_nodes.push_front({id, std::move(entry), weight});
    m_byId.emplace(id, m_nodes.begin());
    m_weight += weight;
}

void MemoryLayer::remove(const std::string& id)
{
    std::vector<Entry> dropped;
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_byId.find(id); found != m_byId.end())
        erase(found->second, dropped);
}

void MemoryLayer::clear()
{
    Nodes nodes;
    const std::lock_guard lock(m_mutex);
    nodes.swap(m_nodes);
    m_byId.clear();
    m_weight = 0;
}

void MemoryLayer::erase(Nodes::iterator node, std::vector<Entry>& dropped)
{
    dropped.push_back(std::move(node->entry));
    m_weight -= node->weight;
    m_byId.erase(node->id);
    m_nodes.erase(node);
}

} // namespace faultline::cache
