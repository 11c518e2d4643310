// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/file.h"
#include "core/cache/cache_answer.h"
#include "core/cache/entry_lifetime.h"

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline::cache {

/// Values and failures, each with a deadline. Limited by weight; the least recently used entries
/// are dropped first. Thread-safe.
class MemoryLayer
{
public:
    struct Entry
    {
        Result<CacheValue> value;
        CacheTime since; ///< Time of the entry. If it is later than now, the clock was set back.
        CacheTime deadline;
        std::uint64_t sizeBytes = 0;
        std::uint32_t objectRank = 0;
        ByteView bytes{}; ///< The bytes that the value reads.
        /// missingPageCount() from before the value was read.
        std::uint64_t missingPages = missingPageCount();
    };

    explicit MemoryLayer(std::size_t capacityBytes) : m_capacity(capacityBytes) {}

    /// Returns the entry without its bytes. Absent when there is no entry, its deadline has passed,
    /// its time is in the future, or the file that it reads was cut.
    std::optional<Entry> find(const std::string& id, CacheTime now);
    void put(const std::string& id, Entry entry);
    void remove(const std::string& id);
    void clear();

private:
    struct Node
    {
        std::string id;
        Entry entry;
        std::size_t weight = 0;
    };

    using Nodes = std::list<Node>;

    static bool isUsable(Entry& entry, CacheTime now);
    void erase(Nodes::iterator node, std::vector<Entry>& dropped);

    const std::size_t m_capacity;
    std::mutex m_mutex; // Guards all members after it.
    Nodes m_nodes;      // Most recently used first.
    std::unordered_map<std::string, Nodes::iterator> m_byId;
    std::size_t m_weight = 0;
};

} // namespace faultline::cache
