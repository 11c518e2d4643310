// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
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
    std::optional<std::filesystem::path> file; ///< Absent means that nothing survives a restart.
    std::uint64_t limitBytes = 1ull << 30;     ///< 0 means no limit.
    /// Number of tables that are evicted together when the limit is exceeded.
    std::uint32_t evictionBatch = 5;
};

/// Records which function tables are stored, their sizes, and the order of their last use. When
/// their total exceeds the limit, it evicts the least recently used ones. Rules:
/// docs/spec/mozilla-api.md §9 ("Embedded disk LRU"). Thread-safe.
class TableLedger
{
public:
    using Evict = std::function<void(const ModuleName&)>;

    /// `evict` deletes a table. It is called without a lock and must not call back.
    TableLedger(TableLedgerOptions options, Evict evict);
    /// Saves the order in which the tables were used.
    ~TableLedger();
    TableLedger(const TableLedger&) = delete;
    TableLedger& operator=(const TableLedger&) = delete;

    /// Marks a table as just used. Returns false when it is not stored.
    bool use(const ModuleName& module);
    /// Adds a stored table. A table larger than the limit is evicted at once.
    void add(const ModuleName& module, std::uint64_t sizeBytes);
    void remove(const ModuleName& module);

    /// Writes nothing more: another ledger has taken the file over.
    void leaveFile();

    /// Returns the modules whose tables are stored.
    std::vector<ModuleName> modules() const;

    std::uint64_t totalBytes() const;
    std::size_t count() const;

private:
    struct Entry
    {
        ModuleName module;
        std::uint64_t sizeBytes = 0;
    };

    using Entries = std::list<Entry>; // Ordered from the least recently used one.

    void read();
    Result<void> append(std::string_view line) const;
    Result<void> rewriteFile() const;
    void insert(const ModuleName& module, std::uint64_t sizeBytes);
    bool take(const ModuleName& module);
    std::vector<ModuleName> shrink();
    void note(char action, const Entry& entry);
    void writeAll();
    void rewrite();

    TableLedgerOptions m_options;
    Evict m_evict;
    mutable std::mutex m_mutex; // Guards the members below.
    Entries m_entries;
    std::map<ModuleName, Entries::iterator> m_places;
    std::uint64_t m_totalBytes = 0;
    std::size_t m_notes = 0; ///< Number of lines since the file was last written anew.
};

} // namespace faultline::server::mozilla
