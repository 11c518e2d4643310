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

/// What became of one module.
struct ModuleAnswer
{
    enum class State : std::uint8_t {
        Found,
        Missing,  ///< Absent, damaged, refused, or of another build.
        Transient ///< A source did not answer as it should; it may have the module.
    };

    State state = State::Missing;
    std::shared_ptr<const FunctionTable> table; ///< Of Found.
    std::string reason;                         ///< For people, of the others.
    std::uint64_t cachedBytes = 0;              ///< Of a table that was stored; 0 when it was not.
    std::chrono::duration<double> cacheTime{};
    std::uint32_t downloadAttempts = 0;
    std::uint32_t downloads = 0;     ///< That succeeded just now.
    std::uint64_t downloadBytes = 0; ///< Unpacked.
    std::chrono::duration<double> downloadTime{};
};

/// Finds the function tables of modules: stored ones first, else through the sources. Thread-safe.
/// The services outlive it and all of its look-ups.
class ModuleFinder
{
public:
    ModuleFinder(const symbolicate::Services& services,
                 std::vector<sources::SourceConfig> sources,
                 const TableLedgerOptions& ledger);

    /// Calls `done` exactly once, from this thread or a pool's.
    void find(const ModuleName& module,
              std::stop_token stop,
              std::move_only_function<void(ModuleAnswer)> done);

    /// Its symbols have changed: the table goes, and so does what is remembered of its absence.
    void forget(const ModuleName& module);

    const std::vector<sources::SourcePtr>& sources() const { return m_sources; }

private:
    class Search;

    const symbolicate::Services& m_services;
    std::vector<sources::SourcePtr> m_sources;
    std::string m_sourcesId;
    TableLedger m_ledger;
};

} // namespace faultline::server::mozilla
