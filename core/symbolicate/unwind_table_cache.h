#pragma once

#include "core/formats/object/object.h"
#include "core/unwind/unwind_table.h"

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

namespace faultline {

/// Keeps the unwind tables of recently used objects: their indexes are made once per process, not
/// once per event. Thread-safe.
class UnwindTableCache
{
public:
    explicit UnwindTableCache(std::size_t capacity = 256) : m_capacity(capacity) {}

    /// The table for an object, by the text of the object's cache key. Errors: those of
    /// makeUnwindTable, not remembered.
    Result<UnwindTablePtr>
    get(const std::string& key, const ObjectPtr& object, const ParseLimits& limits);

private:
    struct Entry
    {
        std::string key;
        UnwindTablePtr table;
    };

    std::size_t m_capacity;
    std::mutex m_mutex;       // Guards the members below.
    std::list<Entry> m_order; // Most recently used first.
    std::unordered_map<std::string, std::list<Entry>::iterator> m_entries;
};

} // namespace faultline
