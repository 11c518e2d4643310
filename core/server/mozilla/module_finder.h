// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/mozilla/function_table.h"
#include "core/server/mozilla/table_ledger.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/items/services.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

/// The result of looking for one module.
struct ModuleAnswer
{
    enum class State : std::uint8_t {
        Found,
        Missing,  ///< The module is absent, damaged, refused, or of another build.
        Transient ///< A source did not answer properly, so it may still have the module.
    };

    State state = State::Missing;
    std::shared_ptr<const FunctionTable> table; ///< Set for Found.
    std::string reason;                         ///< Explains the other states to users.
    std::uint64_t cachedBytes = 0; ///< Size of a table that came from the cache; 0 for a new one.
    std::chrono::duration<double> cacheTime{};
    std::uint32_t downloadAttempts = 0;
    std::uint32_t downloads = 0;     ///< Number of downloads that succeeded for this look-up.
    std::uint64_t downloadBytes = 0; ///< Unpacked.
    std::chrono::duration<double> downloadTime{};
};

/// Finds the function tables of modules, first in the cache and then through the sources.
/// Thread-safe. The services must outlive it and all of its look-ups.
class ModuleFinder
{
public:
    ModuleFinder(const symbolicate::Services& services,
                 std::vector<sources::SourceConfig> sources,
                 const TableLedgerOptions& ledger);

    /// Calls `done` exactly once, on this thread or a pool's.
    void find(const ModuleName& module,
              std::stop_token stop,
              std::move_only_function<void(ModuleAnswer)> done);

    /// Call it when the symbols of a module have changed. Removes the table and any record that the
    /// module is absent.
    void forget(const ModuleName& module);

    /// Removes the tables of the modules whose debug id has this UUID (32 lower-case digits), or of
    /// all modules if it is empty.
    void forgetTables(std::string_view uuid);

    /// Another finder has taken over the file that says which tables are stored.
    void leaveLedgerFile() { m_ledger.leaveFile(); }

    const std::vector<sources::SourcePtr>& sources() const { return m_sources; }

private:
    class Search;

    const symbolicate::Services& m_services;
    std::vector<sources::SourcePtr> m_sources;
    std::string m_sourcesId;
    TableLedger m_ledger;
};

} // namespace faultline::server::mozilla
