// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_states.h"

#include "core/base/blocking.h"
#include "core/symbolicate/lookup/module_lookup.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <algorithm>
#include <utility>

namespace faultline::symbolicate {

ModuleStates::ModuleStates(const ModuleTable& table,
                           std::vector<EventModule> lookupModules,
                           Options options)
    : m_table(table), m_lookupModules(std::move(lookupModules)), m_options(std::move(options)),
      m_modules(table.modules().size()), m_isAdopted(table.modules().size()),
      m_lookups(m_options.listeners.looking ? table.modules().size() : 0)
{
}

bool ModuleStates::openLocked(ModulePart& part)
{
    if (part.phase != LookupPhase::Idle)
        return false;
    part.phase = LookupPhase::Open;
    ++m_openParts;
    return true;
}

bool ModuleStates::open(std::uint32_t module, Part part)
{
    bool isNew = false;
    {
        const std::lock_guard lock(m_mutex);
        isNew = openLocked(m_modules[module].*part);
        if (isNew)
            m_isAdopted[module] = false;
    }
    if (isNew && (part == &ModuleState::debug || part == &ModuleState::unwind))
        tellLooking(module, [](OpenLookup& lookup) { lookup.step = OpenLookup::Step::Asking; });
    return isNew;
}

/// Changes what the module's look-up is doing and tells the listener.
template <class Change>
void ModuleStates::tellLooking(std::uint32_t module, const Change& change)
{
    if (!m_options.listeners.looking)
        return;
    std::shared_ptr<const OpenLookup> news;
    {
        const std::lock_guard lock(m_mutex);
        change(m_lookups[module]);
        ++m_lookups[module].sequence;
        news = std::make_shared<const OpenLookup>(m_lookups[module]);
    }
    m_options.listeners.looking(module, std::move(news));
}

void ModuleStates::tellAsked(std::uint32_t module, std::vector<OpenLookup::Place> places)
{
    tellLooking(module, [&places](OpenLookup& lookup) {
        lookup.step = OpenLookup::Step::Asking;
        lookup.take(std::move(places));
    });
}

void ModuleStates::tellConverting(std::uint32_t module)
{
    tellLooking(module, [](OpenLookup& lookup) { lookup.step = OpenLookup::Step::Converting; });
}

bool ModuleStates::adopt(std::uint32_t module, const ModuleState& found)
{
    const std::lock_guard lock(m_mutex);
    if (m_modules[module].wasRequested() && !m_isAdopted[module])
        return false;
    m_modules[module] = found;
    m_isAdopted[module] = true;
    m_symbols.reset();
    return true;
}

std::shared_ptr<const ModuleState> ModuleStates::finishedState(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const ModuleState& state = m_modules[module];
    if (m_isAdopted[module] || !state.wasRequested() || state.isPending())
        return nullptr;
    return std::make_shared<const ModuleState>(state);
}

ModuleStates::WalkParts ModuleStates::openWalk(std::uint32_t module)
{
    const WalkParts parts = openWalkParts(module);
    if (parts.unwind || parts.debug)
        tellLooking(module, [](OpenLookup& lookup) { lookup.step = OpenLookup::Step::Asking; });
    return parts;
}

ModuleStates::WalkParts ModuleStates::openWalkParts(std::uint32_t module)
{
    // Both parts need one lock. Otherwise a second thread could start the look-up for symbols
    // before the code file that the first thread looks for has completed the ids.
    const std::lock_guard lock(m_mutex);
    ModuleState& state = m_modules[module];
    WalkParts parts;
    parts.unwind = openLocked(state.unwind);
    parts.debug = openLocked(state.debug);
    if (parts.unwind || parts.debug)
        m_isAdopted[module] = false;
    if (parts.unwind && parts.debug && !m_lookupModules[module].debugId) {
        state.debugWaitsForUnwind = true;
        parts.debug = false;
    }
    return parts;
}

void ModuleStates::update(std::uint32_t module, const Update& change)
{
    const std::lock_guard lock(m_mutex);
    change(m_modules[module]);
}

void ModuleStates::close(std::uint32_t module, Part part, const Update& change)
{
    std::shared_ptr<const ModuleReport> news;
    {
        const std::lock_guard lock(m_mutex);
        ModuleState& state = m_modules[module];
        change(state);
        (state.*part).phase = LookupPhase::Done;
        if (part == &ModuleState::debug)
            m_symbols.reset();
        if (m_options.listeners.changed)
            news = reportLocked(module, 0);
    }
    if (news)
        m_options.listeners.changed(module, std::move(news));
    // Notify under the lock: the states may be destroyed as soon as the count is zero and the lock
    // is free.
    const std::lock_guard lock(m_mutex);
    --m_openParts;
    ++m_news;
    m_wake.notify_all();
}

void ModuleStates::foretell(std::uint32_t module, CertainUnwind unwind)
{
    const std::lock_guard lock(m_mutex);
    m_modules[module].certain = std::move(unwind);
    ++m_news;
    m_wake.notify_all();
}

sources::ObjectLookup ModuleStates::lookup(std::uint32_t module) const
{
    sources::ObjectLookup lookup = lookupFor(m_lookupModules[module]);
    const std::lock_guard lock(m_mutex);
    // Its debug file may lie where only the build id leads.
    if (!lookup.debugId && (!lookup.codeId || lookup.codeId->empty()))
        lookup.codeId = m_modules[module].completedCodeId;
    if (!lookup.debugId)
        lookup.debugId = m_modules[module].completedDebugId;
    if (!lookup.debugFile)
        lookup.debugFile = m_modules[module].completedDebugFile;
    return lookup;
}

void ModuleStates::waitForWalk(const std::vector<std::uint32_t>& modules) const
{
    const BlockingScope blocking;
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, m_options.stop, [&] { return isAnyReadyLocked(modules); });
}

bool ModuleStates::waitForNews(std::uint64_t seen, std::chrono::milliseconds patience) const
{
    const BlockingScope blocking;
    std::unique_lock lock(m_mutex);
    return m_wake.wait_for(lock, m_options.stop, patience, [&] { return m_news != seen; });
}

bool ModuleStates::isAnyReadyLocked(const std::vector<std::uint32_t>& modules) const
{
    return std::ranges::any_of(
        modules, [this](std::uint32_t module) { return m_modules[module].isWalkReady(); });
}

/// Often all parts have ended, and no other task needs to begin meanwhile.
template <class Wait>
void ModuleStates::waitForParts(const Wait& wait) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_openParts == 0)
            return;
    }
    const BlockingScope blocking;
    std::unique_lock lock(m_mutex);
    wait(lock);
}

void ModuleStates::waitForAll() const
{
    waitForParts([this](std::unique_lock<std::mutex>& lock) {
        m_wake.wait(lock, m_options.stop, [this] { return m_openParts == 0; });
    });
}

std::uint64_t ModuleStates::newsCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_news;
}

bool ModuleStates::hasAnsweredAll() const
{
    const std::lock_guard lock(m_mutex);
    return m_openParts == 0;
}

void ModuleStates::waitUntilClosed() const
{
    waitForParts([this](std::unique_lock<std::mutex>& lock) {
        m_wake.wait(lock, [this] { return m_openParts == 0; });
    });
}

template <class T>
T ModuleStates::read(std::uint32_t module, T ModuleState::* member) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].*member;
}

unwind::WalkModule ModuleStates::walkModule(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return walkModuleOf(m_modules[module]);
}

bool ModuleStates::isWalkReady(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].isWalkReady();
}

std::optional<CertainUnwind> ModuleStates::certainUnwind(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const auto& state = m_modules[module];
    if (state.unwind.phase == LookupPhase::Done)
        return CertainUnwind{state.unwindTable, state.code};
    return state.certain.table ? std::optional(state.certain) : std::nullopt;
}

bool ModuleStates::wasRequested(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].wasRequested();
}

bool ModuleStates::isIdle(std::uint32_t module, Part part) const
{
    const std::lock_guard lock(m_mutex);
    return (m_modules[module].*part).phase == LookupPhase::Idle;
}

std::shared_ptr<const std::vector<ModuleSymbols>> ModuleStates::symbols() const
{
    const std::lock_guard lock(m_mutex);
    if (m_symbols)
        return m_symbols;
    auto all = std::make_shared<std::vector<ModuleSymbols>>();
    all->reserve(m_modules.size());
    std::ranges::transform(m_modules, std::back_inserter(*all), symbolsOf);
    m_symbols = std::move(all);
    return m_symbols;
}

std::shared_ptr<const symcache::SymCache> ModuleStates::symCache(std::uint32_t module) const
{
    return read(module, &ModuleState::symCache);
}

std::shared_ptr<const symcache::PpdbCache> ModuleStates::ppdbCache(std::uint32_t module) const
{
    return read(module, &ModuleState::ppdbCache);
}

std::vector<std::shared_ptr<ObjectItem>> ModuleStates::valueFiles(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const auto& state = m_modules[module];
    std::vector<std::shared_ptr<ObjectItem>> files;
    if (!state.debugFile || state.wrongBuild)
        return files;
    files.push_back(state.debugFile);
    files.insert(files.end(), state.debugCompanions.begin(), state.debugCompanions.end());
    return files;
}

std::optional<CodeId> ModuleStates::codeId(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const auto& meta = m_modules[module].debug.meta;
    if (meta && !meta->codeId.empty())
        return meta->codeId;
    return m_lookupModules[module].codeId;
}

std::vector<object::ObjectPtr> ModuleStates::sourceObjects(std::uint32_t module) const
{
    return read(module, &ModuleState::sourceObjects);
}

std::shared_ptr<const RecordedFiles> ModuleStates::recordedFiles(std::uint32_t module) const
{
    return read(module, &ModuleState::recordedFiles);
}

std::string ModuleStates::sourceScope(std::uint32_t module) const
{
    return read(module, &ModuleState::sourceScope);
}

std::shared_ptr<const ModuleReport> ModuleStates::report(std::uint32_t module,
                                                         std::uint32_t frameCount) const
{
    const std::lock_guard lock(m_mutex);
    return reportLocked(module, frameCount);
}

std::shared_ptr<const ModuleReport> ModuleStates::reportLocked(std::uint32_t module,
                                                               std::uint32_t frameCount) const
{
    return reportOf(m_table.modules()[module], m_modules[module],
                    {.index = module,
                     .frameCount = frameCount,
                     .hasUnwindStatus = m_options.reportsUnwindStatus});
}

void ModuleStates::addCandidates(std::uint32_t module, std::vector<Candidate> candidates)
{
    const std::lock_guard lock(m_mutex);
    m_modules[module].candidates.merge(std::move(candidates));
}

} // namespace faultline::symbolicate
