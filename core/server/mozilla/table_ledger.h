#pragma once

#include "core/server/mozilla/symbolicate_request.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>

namespace faultline::server::mozilla {

struct TableLedgerOptions
{
    std::optional<std::filesystem::path> file; ///< Absent: nothing is remembered over a restart.
    std::uint64_t limitBytes = 1ull << 30;     ///< 0: no limit.
    std::uint32_t evictionBatch = 5; ///< How many tables go at a time when the limit is crossed.
};

/// Knows which function tables are stored, how large they are and when each was used last; when
/// they grow beyond the limit the least recently used ones go. Rules: docs/spec/mozilla-api.md §9
/// ("Embedded disk LRU"). Thread-safe.
class TableLedger
{
public:
    using Evict = std::function<void(const ModuleName&)>;

    /// `evict` deletes a table; it is called without a lock held and must not call back.
    TableLedger(TableLedgerOptions options, Evict evict);
    /// Writes down in which order the tables were used.
    ~TableLedger();
    TableLedger(const TableLedger&) = delete;
    TableLedger& operator=(const TableLedger&) = delete;

    /// Marks a table as just used; false when it is not stored.
    bool use(const ModuleName& module);
    /// A table was stored. One that is larger than the limit is evicted at once.
    void add(const ModuleName& module, std::uint64_t sizeBytes);
    void remove(const ModuleName& module);

    std::uint64_t totalBytes() const;
    std::size_t count() const;

private:
    struct Entry
    {
        ModuleName module;
        std::uint64_t sizeBytes = 0;
    };

    using Entries = std::list<Entry>; // The least recently used first.

    void read();
    void insert(const ModuleName& module, std::uint64_t sizeBytes);
    bool take(const ModuleName& module);
    std::vector<ModuleName> shrink();
    void note(char action, const Entry& entry);
    void writeAll();
    void rewrite();

    TableLedgerOptions m_options;
    Evict m_evict;
    mutable std::mutex m_mutex; // Guards what follows.
    Entries m_entries;
    std::map<ModuleName, Entries::iterator> m_places;
    std::uint64_t m_totalBytes = 0;
    std::size_t m_notes = 0; ///< Lines since the file was written anew.
};

} // namespace faultline::server::mozilla
