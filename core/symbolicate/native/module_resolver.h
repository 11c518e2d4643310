#pragma once

#include "core/symbolicate/native/module_job.h"
#include "core/symbolicate/source/linked_source.h"

#include <memory>
#include <vector>

namespace faultline::symbolicate {

class UnwindTableCache;

/// Finds unwind data, symbols and sources for the modules of one event, each at the first request
/// and all in parallel. It starts the jobs; states() holds their results and waits for them. Every
/// requested module gets a ModuleReport with everything that was tried. Thread-safe; request…()
/// return at once.
class ModuleResolver
{
public:
    /// `modules` must outlive the resolver. `changed` is called from pool threads whenever a module
    /// has a new report; may be null.
    ModuleResolver(const Services& services,
                   UnwindTableCache& unwindTables,
                   std::shared_ptr<const LookupContext> context,
                   const ModuleTable& modules,
                   std::vector<EventModule> lookupModules,
                   ModuleStates::Changed changed);
    /// Waits for running jobs (cancelled through the context's stop token or finished).
    ~ModuleResolver();
    ModuleResolver(const ModuleResolver&) = delete;
    ModuleResolver& operator=(const ModuleResolver&) = delete;

    /// Starts the search for symbols.
    void requestDebug(std::uint32_t module);
    /// Starts the search for unwind data, and for symbols, which judge scanned addresses.
    void requestWalk(std::uint32_t module);
    void requestSource(std::uint32_t module);
    /// Starts the search for sources in the places that requestSource() has left out, because those
    /// of this machine come first. Wait for its result before.
    void requestRemoteSource(std::uint32_t module);

    const ModuleStates& states() const { return m_states; }

    /// Adds what was tried outside the jobs.
    void addCandidates(std::uint32_t module, std::vector<Candidate> candidates);

    const std::vector<sources::SourcePtr>& sources() const { return m_jobs.lookup->sources; }

    /// Places on configured servers (debuginfod) that may have a source file with this recorded
    /// path.
    std::vector<SourcePlace> sourcePlaces(std::uint32_t module, std::string_view path) const;

private:
    ModuleStates m_states;
    const ModuleJobContext m_jobs;
};

} // namespace faultline::symbolicate
