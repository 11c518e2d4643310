// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/module_job.h"
#include "core/symbolicate/native/ready_modules.h"
#include "core/symbolicate/source/linked_source.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// What a run may take from the runs just before it, and leaves for those after it.
struct ReadyAccess
{
    ReadyModules* modules = nullptr; ///< Null: nothing is taken and nothing left.
    /// Everything but the module itself that decides about its look-ups.
    std::string circumstances{};
    ReadyModules::Clock::time_point began = ReadyModules::Clock::now();
    /// Places that do not have a file are remembered, so they would not be asked again anyway.
    bool keepsMisses = false;
    /// No search is started: what is not ready is missing (ModuleResolver::hasAll()).
    bool isOnlySource = false;
};

/// Finds unwind data, symbols and sources for the modules of one event, each at the first request
/// and all in parallel. It starts the jobs; states() holds their results and waits for them. Every
/// requested module gets a ModuleReport with everything that was tried. Thread-safe; request…()
/// return at once.
class ModuleResolver
{
public:
    /// Who needs a module. What the watched thread needs is downloaded first (ModuleUrgencies).
    enum class Need : std::uint8_t { OfAnyThread, OfWatchedThread };

    /// `modules` must outlive the resolver.
    ModuleResolver(const Services& services,
                   UnwindTableCache& unwindTables,
                   ReadyAccess ready,
                   std::shared_ptr<const LookupContext> context,
                   const ModuleTable& modules,
                   std::vector<EventModule> lookupModules,
                   ModuleStates::Listeners listeners);
    /// Waits for running jobs (cancelled through the context's stop token or finished).
    ~ModuleResolver();
    ModuleResolver(const ModuleResolver&) = delete;
    ModuleResolver& operator=(const ModuleResolver&) = delete;

    /// Starts the search for symbols.
    void requestDebug(std::uint32_t module, Need need = Need::OfAnyThread);
    /// Starts the search for unwind data, and for symbols, which judge scanned addresses.
    void requestWalk(std::uint32_t module, Need need = Need::OfAnyThread);
    void requestSource(std::uint32_t module);
    /// Starts the search for sources in the places that requestSource() has left out, because those
    /// of this machine come first. Wait for its result before.
    void requestRemoteSource(std::uint32_t module);

    const ModuleStates& states() const { return m_states; }

    /// False when something that was requested is not ready and may not be searched for.
    bool hasAll() const { return !m_isIncomplete; }

    /// Leaves what has been found for the next runs.
    void keepFound();

    /// Adds what was tried outside the jobs.
    void addCandidates(std::uint32_t module, std::vector<Candidate> candidates);

    const std::vector<sources::SourcePtr>& sources() const { return m_jobs.lookup->sources; }

    /// Places on configured servers (debuginfod) that may have a source file with this recorded
    /// path.
    std::vector<SourcePlace> sourcePlaces(std::uint32_t module, std::string_view path) const;

private:
    std::shared_ptr<const LookupContext> told(std::shared_ptr<const LookupContext> context);
    void raise(std::uint32_t module, Need need) const;
    bool mayStart(std::uint32_t module, ModuleStates::Part part, ReadyModules::Stage stage);
    bool adopt(std::uint32_t module, ReadyModules::Stage stage);
    bool mayBeInMemory(std::uint32_t module, const ModuleState& found) const;
    ReadyModules::Stage withSources(std::uint32_t module) const;
    std::string keyOf(std::uint32_t module, ReadyModules::Stage stage) const;

    const ReadyAccess m_ready;
    std::atomic<bool> m_isIncomplete = false;
    ModuleStates m_states;
    const ModuleJobContext m_jobs;
};

} // namespace faultline::symbolicate
