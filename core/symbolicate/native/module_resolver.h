#pragma once

#include "core/symbolicate/native/module_job.h"
#include "core/symbolicate/source/linked_source.h"

#include <memory>
#include <vector>

namespace faultline::symbolicate {

class UnwindTableCache;

/// Finds unwind data, symbols and sources for the modules of one event, each when first asked for,
/// all at once. Starts the jobs; states() says what they have found, and waits for them. Every
/// module asked for gets a ModuleReport with all that was tried. Thread-safe; request…() return at
/// once.
class ModuleResolver
{
public:
    /// `modules` outlives the resolver. `changed` is called from pool threads whenever a module's
    /// report is new; may be null.
    ModuleResolver(const Services& services,
                   UnwindTableCache& unwindTables,
                   std::shared_ptr<const LookupContext> context,
                   const ModuleTable& modules,
                   std::vector<EventModule> lookupModules,
                   ModuleStates::Changed changed);
    /// Waits for what is under way (cancelled through the context's stop token or finished).
    ~ModuleResolver();
    ModuleResolver(const ModuleResolver&) = delete;
    ModuleResolver& operator=(const ModuleResolver&) = delete;

    /// Starts looking for symbols.
    void requestDebug(std::uint32_t module);
    /// Starts looking for unwind data, and for symbols, which judge scanned addresses.
    void requestWalk(std::uint32_t module);
    void requestSource(std::uint32_t module);

    const ModuleStates& states() const { return m_states; }

    /// Adds what was tried outside of the jobs.
    void addCandidates(std::uint32_t module, std::vector<Candidate> candidates);

    const std::vector<sources::SourcePtr>& sources() const { return m_jobs.lookup->sources; }

    /// Where configured servers (debuginfod) may have a source file by its recorded path.
    std::vector<SourcePlace> sourcePlaces(std::uint32_t module, std::string_view path) const;

private:
    ModuleStates m_states;
    const ModuleJobContext m_jobs;
};

} // namespace faultline::symbolicate
