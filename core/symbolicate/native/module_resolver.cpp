// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_resolver.h"

#include "core/symbolicate/lookup/module_lookup.h"
#include "core/symbolicate/lookup/module_urgencies.h"
#include "core/symbolicate/lookup/object_fitness.h"
#include "core/symbolicate/native/source_job.h"
#include "core/symbolicate/native/symbol_job.h"
#include "core/symbolicate/native/unwind_job.h"

#include <algorithm>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// Failures of a moment have rules of their own for when a place is asked again.
bool isSettled(const ModuleState& state, bool keepsMisses)
{
    return std::ranges::all_of(state.candidates.sorted(), [&](const Candidate& candidate) {
        return candidate.download == DownloadStatus::Ok ||
               (keepsMisses && candidate.download == DownloadStatus::NotFound);
    });
}

} // namespace

ModuleResolver::ModuleResolver(const Services& services,
                               UnwindTableCache& unwindTables,
                               ReadyAccess ready,
                               std::shared_ptr<const LookupContext> context,
                               const ModuleTable& modules,
                               std::vector<EventModule> lookupModules,
                               ModuleStates::Listeners listeners)
    : m_ready(std::move(ready)), m_states(modules,
                                          std::move(lookupModules),
                                          {.reportsUnwindStatus = context->walksStacks,
                                           .stop = context->stop,
                                           .listeners = std::move(listeners)}),
      m_jobs{services, unwindTables, told(std::move(context)), modules, m_states}
{
}

/// Lets the look-ups tell the states whom they ask, if anyone listens.
std::shared_ptr<const LookupContext>
ModuleResolver::told(std::shared_ptr<const LookupContext> context)
{
    if (!m_states.hasLookupListener())
        return context;
    auto telling = std::make_shared<LookupContext>(*context);
    telling->asked = [this](std::uint32_t module, std::vector<OpenLookup::Place> places) {
        m_states.tellAsked(module, std::move(places));
    };
    return telling;
}

ModuleResolver::~ModuleResolver()
{
    // Jobs use the members, so wait even for cancelled ones.
    m_states.waitUntilClosed();
}

/// Also where the search has been requested before.
void ModuleResolver::raise(std::uint32_t module, Need need) const
{
    if (need == Need::OfWatchedThread && m_jobs.lookup->urgencies)
        m_jobs.lookup->urgencies->raise(module);
}

void ModuleResolver::requestDebug(std::uint32_t module, Need need)
{
    raise(module, need);
    // If a module names no debug file, its code file may name it. The look-up for unwind data finds
    // that file.
    const auto& wanted = m_states.lookupModule(module);
    if (!wanted.debugId && wanted.codeId) {
        requestWalk(module, need);
        return;
    }
    if (mayStart(module, &ModuleState::debug, ReadyModules::Stage::Debug) &&
        m_states.open(module, &ModuleState::debug))
        startSymbolJob(m_jobs, module);
}

/// Tells whether a search is needed and allowed.
bool ModuleResolver::mayStart(std::uint32_t module,
                              ModuleStates::Part part,
                              ReadyModules::Stage stage)
{
    if (!m_states.isIdle(module, part) || adopt(module, stage))
        return false;
    if (m_ready.isOnlySource)
        m_isIncomplete = true;
    return !m_ready.isOnlySource;
}

bool ModuleResolver::adopt(std::uint32_t module, ReadyModules::Stage stage)
{
    if (m_ready.modules == nullptr)
        return false;
    const auto found = m_ready.modules->find(keyOf(module, stage), ReadyModules::Clock::now());
    return found && !mayBeInMemory(module, *found) && m_states.adopt(module, *found);
}

/// What no file has, the crash file's own memory may have.
bool ModuleResolver::mayBeInMemory(std::uint32_t module, const ModuleState& found) const
{
    const auto isMissing = [](const ModulePart& part) {
        return part.phase == LookupPhase::Done && !part.meta;
    };
    return (isMissing(found.debug) || isMissing(found.unwind)) &&
           dumpedImage(m_jobs, module) != nullptr;
}

std::string ModuleResolver::keyOf(std::uint32_t module, ReadyModules::Stage stage) const
{
    return readyKey(m_ready.circumstances, stage, lookupFor(m_states.lookupModule(module)));
}

ReadyModules::Stage ModuleResolver::withSources(std::uint32_t module) const
{
    return m_states.isIdle(module, &ModuleState::unwind) ? ReadyModules::Stage::DebugAndSources
                                                         : ReadyModules::Stage::WalkAndSources;
}

void ModuleResolver::keepFound()
{
    if (m_ready.modules == nullptr)
        return;
    for (std::uint32_t module = 0; module < m_jobs.table.modules().size(); ++module) {
        auto found = m_states.finishedState(module);
        if (!found || !isSettled(*found, m_ready.keepsMisses) ||
            !hasIds(lookupFor(m_states.lookupModule(module))))
            continue;
        const bool isWalked = found->unwind.phase == LookupPhase::Done;
        const auto stage = found->source.phase == LookupPhase::Done ? withSources(module)
                           : isWalked                               ? ReadyModules::Stage::Walk
                                                                    : ReadyModules::Stage::Debug;
        m_ready.modules->put(keyOf(module, stage), std::move(found), m_ready.began);
    }
}

void ModuleResolver::requestWalk(std::uint32_t module, Need need)
{
    raise(module, need);
    if (!mayStart(module, &ModuleState::unwind, ReadyModules::Stage::Walk))
        return;
    const auto starts = m_states.openWalk(module);
    if (starts.unwind)
        startUnwindJob(m_jobs, module);
    if (starts.debug)
        startSymbolJob(m_jobs, module);
}

void ModuleResolver::requestSource(std::uint32_t module)
{
    const auto reach = m_jobs.lookup->localFirst ? Reach::ThisMachine : Reach::All;
    if (mayStart(module, &ModuleState::source, withSources(module)) &&
        m_states.open(module, &ModuleState::source))
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
