#include "core/symbolicate/native/module_resolver.h"

#include "core/symbolicate/native/source_job.h"
#include "core/symbolicate/native/symbol_job.h"
#include "core/symbolicate/native/unwind_job.h"

#include <utility>

namespace faultline::symbolicate {

ModuleResolver::ModuleResolver(const Services& services,
                               UnwindTableCache& unwindTables,
                               std::shared_ptr<const LookupContext> context,
                               const ModuleTable& modules,
                               std::vector<EventModule> lookupModules,
                               ModuleStates::Changed changed)
    : m_states(modules,
               std::move(lookupModules),
               {.reportsUnwindStatus = context->walksStacks,
                .stop = context->stop,
                .changed = std::move(changed)}),
      m_jobs{services, unwindTables, std::move(context), modules, m_states}
{
}

ModuleResolver::~ModuleResolver()
{
    // Jobs use the members, so wait even for cancelled ones.
    m_states.waitUntilClosed();
}

void ModuleResolver::requestDebug(std::uint32_t module)
{
    // If a module names no debug file, its code file may name it. The look-up for unwind data finds
    // that file.
    const auto& wanted = m_states.lookupModule(module);
    if (!wanted.debugId && wanted.codeId) {
        requestWalk(module);
        return;
    }
    if (m_states.open(module, &ModuleState::debug))
        startSymbolJob(m_jobs, module);
}

void ModuleResolver::requestWalk(std::uint32_t module)
{
    const auto starts = m_states.openWalk(module);
    if (starts.unwind)
        startUnwindJob(m_jobs, module);
    if (starts.debug)
        startSymbolJob(m_jobs, module);
}

void ModuleResolver::requestSource(std::uint32_t module)
{
    const auto reach = m_jobs.lookup->localFirst ? Reach::ThisMachine : Reach::All;
    if (m_states.open(module, &ModuleState::source))
        startSourceJob(m_jobs, module, reach);
}

void ModuleResolver::requestRemoteSource(std::uint32_t module)
{
    if (m_jobs.lookup->localFirst && m_states.open(module, &ModuleState::remoteSource))
        startSourceJob(m_jobs, module, Reach::Elsewhere);
}

void ModuleResolver::addCandidates(std::uint32_t module, std::vector<Candidate> candidates)
{
    m_states.addCandidates(module, std::move(candidates));
}

std::vector<SourcePlace> ModuleResolver::sourcePlaces(std::uint32_t module,
                                                      std::string_view path) const
{
    const auto id = m_states.codeId(module);
    return id ? debuginfodPlaces(sources(), *id, path) : std::vector<SourcePlace>();
}

} // namespace faultline::symbolicate
