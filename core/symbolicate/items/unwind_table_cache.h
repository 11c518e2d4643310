// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/unwind/tables/unwind_table.h"

#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline::symbolicate {

/// Keeps the unwind tables of recently used objects, so that their indexes are made once per
/// process, not once per event. Thread-safe.
class UnwindTableCache
{
public:
    using Done = std::move_only_function<void(const Result<unwind::UnwindTablePtr>&)>;

    explicit UnwindTableCache(std::size_t capacity = 256) : m_capacity(capacity) {}

    /// Passes `done` the table for an object, identified by its cache key's text. `done` is called
    /// before this returns or, if another thread is making the same table, on that thread. So
    /// nobody waits, and no table is made twice. Errors: those of makeUnwindTable, not remembered.
    void get(const std::string& key,
             const object::ObjectPtr& object,
             const ParseLimits& limits,
             Done done);

private:
    struct Entry
    {
        std::string key;
        unwind::UnwindTablePtr table;
    };

    unwind::UnwindTablePtr find(const std::string& key);
    void keep(const std::string& key, const unwind::UnwindTablePtr& table);

    std::size_t m_capacity;
    std::mutex m_mutex;       // Guards the members after it.
    std::list<Entry> m_order; // Most recently used first.
    std::unordered_map<std::string, std::list<Entry>::iterator> m_entries;
    std::unordered_map<std::string, std::vector<Done>> m_underWay; // Other requests for the table.
};

} // namespace faultline::symbolicate
