#include "core/symbolicate/module_resolver.h"

#include "core/symbolicate/ppdb_cache_item.h"
#include "core/symbolicate/symcache_item.h"
#include "core/symbolicate/unwind_table_cache.h"

#include <algorithm>
#include <utility>

namespace faultline {

ModuleResolver::ModuleResolver(const Services& services,
                               UnwindTableCache& unwindTables,
                               std::shared_ptr<const LookupContext> context,
                               const ModuleTable& modules,
                               std::vector<EventModule> lookupModules,
                               Changed changed)
    : m_services(services), m_unwindTables(unwindTables), m_context(std::move(context)),
      m_table(modules), m_lookupModules(std::move(lookupModules)), m_changed(std::move(changed)),
      m_modules(modules.modules().size())
{
}

ModuleResolver::~ModuleResolver()
{
    // Callbacks refer to this object, so even a cancelled request waits until the last one has
    // come.
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return m_openParts == 0; });
}

bool ModuleResolver::open(std::uint32_t module, Part Module::* part)
{
    const std::lock_guard lock(m_mutex);
    return openLocked(m_modules[module].*part);
}

bool ModuleResolver::openLocked(Part& part)
{
    if (part.phase != Phase::Idle)
        return false;
    part.phase = Phase::Open;
    ++m_openParts;
    return true;
}

void ModuleResolver::close(std::uint32_t module,
                           Part Module::* part,
                           const std::function<void(Module&)>& update)
{
    std::shared_ptr<const ModuleReport> news;
    {
        const std::lock_guard lock(m_mutex);
        Module& state = m_modules[module];
        update(state);
        (state.*part).phase = Phase::Done;
        if (part == &Module::debug)
            m_symbols.reset();
        if (m_changed)
            news = makeReport(module, state, 0);
    }
    if (news)
        m_changed(module, std::move(news));
    // Notified under the lock: the destructor may run as soon as the count is zero and the lock is
    // free.
    const std::lock_guard lock(m_mutex);
    --m_openParts;
    m_wake.notify_all();
}

ObjectLookup ModuleResolver::lookup(std::uint32_t module) const
{
    ObjectLookup lookup = lookupFor(m_lookupModules[module]);
    const std::lock_guard lock(m_mutex);
    if (!lookup.debugId)
        lookup.debugId = m_modules[module].completedDebugId;
    if (!lookup.debugFile)
        lookup.debugFile = m_modules[module].completedDebugFile;
    return lookup;
}

void ModuleResolver::requestDebug(std::uint32_t module)
{
    // A module that names no debug file may be completed by its code file, which the look-up for
    // unwind data finds.
    if (!m_lookupModules[module].debugId && m_lookupModules[module].codeId) {
        requestWalk(module);
        return;
    }
    if (open(module, &Module::debug))
        startDebug(module);
}

void ModuleResolver::requestWalk(std::uint32_t module)
{
    bool startsUnwind = false;
    bool startsDebug = false;
    bool debugWaits = false;
    {
        // Both at once: of two threads that ask, the second must not start the look-up for symbols
        // before the first one's code file has completed the ids.
        const std::lock_guard lock(m_mutex);
        Module& state = m_modules[module];
        startsUnwind = openLocked(state.unwind);
        startsDebug = openLocked(state.debug);
        debugWaits = startsDebug && startsUnwind && !m_lookupModules[module].debugId;
        state.debugWaitsForUnwind |= debugWaits;
    }
    if (startsUnwind)
        startUnwind(module);
    if (startsDebug && !debugWaits)
        startDebug(module);
}

void ModuleResolver::requestSource(std::uint32_t module)
{
    if (open(module, &Module::source))
        startSource(module);
}

// --- unwind data
// -----------------------------------------------------------------------------------------------------------

void ModuleResolver::startUnwind(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), FilePurpose::Unwind,
                 [this, module](ObjectSelection selection) {
                     onUnwindSelected(module, std::move(selection));
                 });
}

/// Where the dump names no debug file and the code file that was found has no unwind data of its
/// own (32-bit Windows keeps them in the PDB): takes over the code file's ids. False when it has
/// none, or they are known already, so that nothing new can be found.
bool ModuleResolver::completeIds(std::uint32_t module, ObjectSelection& selection)
{
    if (lookup(module).debugId || !selection.codeFile || selection.codeFile->meta.debugId.isNil())
        return false;
    const std::lock_guard lock(m_mutex);
    Module& state = m_modules[module];
    state.completedDebugId = selection.codeFile->meta.debugId;
    if (!selection.codeFile->meta.debugFileName.empty())
        state.completedDebugFile = selection.codeFile->meta.debugFileName;
    state.candidates.merge(std::move(selection.candidates));
    return true;
}

void ModuleResolver::onUnwindSelected(std::uint32_t module, ObjectSelection selection)
{
    if (!selection.selected) {
        if (completeIds(module, selection)) {
            startUnwind(module);
            return;
        }
        const Error error = selection.error.value_or(Error{});
        finishUnwind(module, std::move(selection), {std::unexpected(error), {}});
        return;
    }
    const auto item = selection.selected->item;
    m_services.cache.fetch(
        item, m_context->fetch, m_context->stop,
        [this, module, selection = std::move(selection)](CacheAnswer<LoadedObject> answer) mutable {
            finishUnwind(module, std::move(selection), std::move(answer));
        });
}

namespace {

/// Marks the candidate whose file was used (or would have been) for the purpose.
void markUse(ObjectSelection& selection,
             std::optional<Candidate::Use> Candidate::* purpose,
             const std::optional<Error>& error)
{
    if (selection.selected)
        selection.candidates[selection.selected->candidate].*purpose = useOfSelected(error, false);
    else if (selection.errorIsOfCandidate)
        selection.candidates[selection.failedCandidate].*purpose =
            useOfSelected(selection.error, true);
}

std::string describeOrEmpty(const std::optional<Error>& error)
{
    return error ? error->describe() : std::string();
}

} // namespace

void ModuleResolver::finishUnwind(std::uint32_t module,
                                  ObjectSelection selection,
                                  CacheAnswer<LoadedObject> answer)
{
    if (!answer.value) {
        fetchCode(module, std::move(selection), std::unexpected(answer.value.error()));
        return;
    }
    const auto object = (*answer.value)->object;
    const auto key = selection.selected->item->key().text();
    m_unwindTables.get(
        key, object, m_services.limits,
        [this, module, object,
         selection = std::move(selection)](const Result<UnwindTablePtr>& table) mutable {
            if (selection.codeFile && selection.selected->meta.format != FileFormat::Pe)
                fetchCode(module, std::move(selection), table);
            else
                closeUnwind(module, std::move(selection), object, table);
        });
}

/// The code file is not where the unwind data came from, but its instructions tell what is a call.
void ModuleResolver::fetchCode(std::uint32_t module,
                               ObjectSelection selection,
                               Result<UnwindTablePtr> table)
{
    if (!selection.codeFile) {
        closeUnwind(module, std::move(selection), nullptr, table);
        return;
    }
    const auto item = selection.codeFile->item;
    m_services.cache.fetch(item, m_context->fetch, m_context->stop,
                           [this, module, selection = std::move(selection),
                            table = std::move(table)](CacheAnswer<LoadedObject> answer) mutable {
                               const auto code =
                                   answer.value ? (*answer.value)->object : ObjectPtr();
                               closeUnwind(module, std::move(selection), code, table);
                           });
}

void ModuleResolver::closeUnwind(std::uint32_t module,
                                 ObjectSelection selection,
                                 const ObjectPtr& object,
                                 const Result<UnwindTablePtr>& table)
{
    const auto error = table ? std::nullopt : std::optional(table.error());
    markUse(selection, &Candidate::unwind, error);
    bool startsDebug = false;
    close(module, &Module::unwind, [&](Module& state) {
        state.unwind.error = error;
        state.unwindTable = table.value_or(nullptr);
        state.code = object;
        if (selection.selected)
            state.unwind.meta = selection.selected->meta;
        // A PDB's own age can differ from the one that its code file names.
        const bool namesItself =
            selection.selected && selection.selected->meta.format != FileFormat::Pdb;
        const auto& named = namesItself ? selection.selected : selection.codeFile;
        if (named && !named->meta.debugId.isNil())
            state.completedDebugId = named->meta.debugId;
        if (named && !named->meta.debugFileName.empty())
            state.completedDebugFile = named->meta.debugFileName;
        state.candidates.merge(std::move(selection.candidates));
        startsDebug = std::exchange(state.debugWaitsForUnwind, false);
    });
    if (startsDebug)
        startDebug(module);
}

// --- symbols
// -----------------------------------------------------------------------------------------------------------------

void ModuleResolver::startDebug(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), FilePurpose::Debug,
                 [this, module](ObjectSelection selection) {
                     onDebugSelected(module, std::move(selection));
                 });
}

void ModuleResolver::onDebugSelected(std::uint32_t module, ObjectSelection selection)
{
    if (!selection.selected) {
        const Error error = selection.error.value_or(Error{});
        finishDebug(module, std::move(selection), error);
        return;
    }
    if (m_lookupModules[module].type == ObjectType::PeDotnet ||
        selection.selected->meta.format == FileFormat::PortablePdb) {
        derivePpdbCache(module, std::move(selection));
        return;
    }
    auto work = std::make_shared<SymCacheWork>();
    work->selection = std::move(selection);
    findNameMaps(m_services, m_context, lookup(module), [this, module, work](NameMaps maps) {
        work->maps = std::move(maps);
        findDebugCompanions(module, work);
    });
}

void ModuleResolver::findDebugCompanions(std::uint32_t module,
                                         const std::shared_ptr<SymCacheWork>& work)
{
    const FoundObject selected = *work->selection.selected;
    if (!needsCompanions(selected.meta)) {
        deriveSymCache(module, *work);
        return;
    }
    findCompanions(m_services, m_context, selected, [this, module, work](CompanionFiles found) {
        work->companions = std::move(found);
        deriveSymCache(module, *work);
    });
}

namespace {

template <class T>
std::optional<Error> errorOf(const CacheAnswer<T>& answer)
{
    return answer.value ? std::nullopt : std::optional(answer.value.error());
}

} // namespace

void ModuleResolver::derivePpdbCache(std::uint32_t module, ObjectSelection selection)
{
    auto item =
        std::make_shared<PpdbCacheItem>(selection.selected->item, lookup(module), m_context->scope);
    m_services.cache.fetch(
        std::move(item), m_context->fetch, m_context->stop,
        [this, module, selection = std::move(selection)](CacheAnswer<PpdbCache> answer) mutable {
            finishDebug(module, std::move(selection), errorOf(answer), [&](Module& state) {
                if (!answer.value)
                    return;
                state.ppdbCache = *answer.value;
                if (const auto damaged = state.ppdbCache->damagedMethods(); damaged > 0)
                    state.notes.push_back(concat(damaged, " of ", state.ppdbCache->methodCount(),
                                                 " methods of the debug info could not be read"));
            });
        });
}

void ModuleResolver::deriveSymCache(std::uint32_t module, SymCacheWork& work)
{
    auto& [selection, maps, companions] = work;
    if (maps.symbolMap)
        selection.notes.push_back("names come from " + maps.symbolMap->file().uri());
    if (maps.lineMapping)
        selection.notes.push_back("lines are mapped by " + maps.lineMapping->file().uri());
    SymCacheInputs from{.debugFile = selection.selected->item,
                        .symbolFiles = {},
                        .companions = std::move(companions.files),
                        .maps = std::move(maps),
                        .rank = selection.selected->rank,
                        .better = selection.failed};
    if (companions.debugLinked)
        from.symbolFiles.push_back(
            std::exchange(from.debugFile, std::move(companions.debugLinked)));
    for (const auto& other : selection.others) {
        if (other.idsFit && other.meta.features.hasSymbols)
            from.symbolFiles.push_back(other.item);
    }
    // Behind the others, whose places the selection refers to.
    for (auto& candidate : companions.candidates) {
        candidate.sequence = static_cast<std::uint32_t>(selection.candidates.size());
        selection.candidates.push_back(std::move(candidate));
    }
    std::ranges::move(companions.notes, std::back_inserter(selection.notes));
    auto item = std::make_shared<SymCacheItem>(std::move(from), lookup(module), m_context->scope,
                                               m_services.compute);
    m_services.cache.fetch(
        std::move(item), m_context->fetch, m_context->stop,
        [this, module, selection = std::move(selection)](CacheAnswer<SymCache> answer) mutable {
            finishDebug(module, std::move(selection), errorOf(answer), [&](Module& state) {
                if (!answer.trace.notKept.empty())
                    state.notes.push_back("symbols could not be kept: " + answer.trace.notKept);
                if (!answer.value)
                    return;
                state.symCache = *answer.value;
                if (const auto damaged = state.symCache->damagedUnits(); damaged > 0)
                    state.notes.push_back(concat(damaged, " of ", state.symCache->unitCount(),
                                                 " units of the debug info could not be read"));
            });
        });
}

void ModuleResolver::finishDebug(std::uint32_t module,
                                 ObjectSelection selection,
                                 const std::optional<Error>& error,
                                 const std::function<void(Module&)>& keep)
{
    markUse(selection, &Candidate::debug, error);
    close(module, &Module::debug, [&](Module& state) {
        state.debug.error = error;
        if (selection.selected) {
            state.debug.meta = selection.selected->meta;
            if (selection.selected->meta.linksSources)
                state.linkingFile = selection.selected->item;
            const auto& note = selection.candidates[selection.selected->candidate].identityNote;
            if (!note.empty())
                state.notes.push_back("symbols are of a " + note);
            if (!selection.selected->meta.warning.empty())
                state.notes.push_back("debug file: " + selection.selected->meta.warning);
        }
        std::ranges::move(selection.notes, std::back_inserter(state.notes));
        if (keep)
            keep(state);
        state.candidates.merge(std::move(selection.candidates));
    });
}

// --- sources
// -----------------------------------------------------------------------------------------------------------------

void ModuleResolver::startSource(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), FilePurpose::Source,
                 [this, module](ObjectSelection selection) {
                     onSourceSelected(module, std::move(selection));
                 });
}

void ModuleResolver::onSourceSelected(std::uint32_t module, ObjectSelection selection)
{
    if (!selection.selected) {
        const Error error = selection.error.value_or(Error{});
        finishSource(module, std::move(selection), {std::unexpected(error), {}});
        return;
    }
    const auto item = selection.selected->item;
    m_services.cache.fetch(
        item, m_context->fetch, m_context->stop,
        [this, module, selection = std::move(selection)](CacheAnswer<LoadedObject> answer) mutable {
            finishSource(module, std::move(selection), std::move(answer));
        });
}

void ModuleResolver::finishSource(std::uint32_t module,
                                  ObjectSelection selection,
                                  CacheAnswer<LoadedObject> answer)
{
    {
        const std::lock_guard lock(m_mutex);
        Module& state = m_modules[module];
        if (answer.value)
            state.sourceObjects.push_back((*answer.value)->object);
        else
            state.source.error = answer.value.error();
        if (selection.selected) {
            state.source.meta = selection.selected->meta;
            state.sourceScope = selection.selected->item->file().cacheScope(m_context->scope);
        }
        state.candidates.merge(std::move(selection.candidates));
    }
    addLinkingFile(module);
}

/// A PDB carries no sources but may say where they are.
void ModuleResolver::addLinkingFile(std::uint32_t module)
{
    std::shared_ptr<ObjectItem> item;
    {
        const std::lock_guard lock(m_mutex);
        item = m_modules[module].linkingFile;
    }
    if (!item) {
        close(module, &Module::source, [](Module&) {});
        return;
    }
    m_services.cache.fetch(item, m_context->fetch, m_context->stop,
                           [this, module, item](CacheAnswer<LoadedObject> answer) {
                               close(module, &Module::source, [&](Module& state) {
                                   if (!answer.value)
                                       return;
                                   state.sourceObjects.push_back((*answer.value)->object);
                                   if (state.sourceScope.empty())
                                       state.sourceScope =
                                           item->file().cacheScope(m_context->scope);
                               });
                           });
}

// --- reading the state
// -------------------------------------------------------------------------------------------------------

namespace {

std::optional<WalkFunction> walkFunctionAt(const SymCache& cache, std::uint64_t relative)
{
    auto frames = cache.lookup(relative);
    while (const auto frame = frames.next()) {
        if (!frame->isInlined && frame->entry != kNoIndex)
            return WalkFunction{frame->entry, std::string(frame->function)};
    }
    return std::nullopt;
}

} // namespace

WalkModule ModuleResolver::walkModule(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const Module& state = m_modules[module];
    WalkModule answer;
    if (state.unwind.phase != Phase::Done || state.debug.phase != Phase::Done)
        return answer;
    const bool nothing = !state.unwindTable && !state.symCache;
    answer.state = nothing ? WalkModule::State::Unavailable : WalkModule::State::Ready;
    answer.unwind = state.unwindTable;
    answer.code = state.code;
    if (state.symCache) {
        answer.hasFunction = [cache = state.symCache](std::uint64_t relative) {
            return cache->lookup(relative).next().has_value();
        };
        answer.function = [cache = state.symCache](std::uint64_t relative) {
            return walkFunctionAt(*cache, relative);
        };
    }
    return answer;
}

bool ModuleResolver::isWalkReady(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].unwind.phase == Phase::Done &&
           m_modules[module].debug.phase == Phase::Done;
}

void ModuleResolver::waitForWalk(const std::vector<std::uint32_t>& modules) const
{
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, m_context->stop, [&] {
        return std::ranges::any_of(modules, [this](std::uint32_t m) {
            return m_modules[m].unwind.phase == Phase::Done &&
                   m_modules[m].debug.phase == Phase::Done;
        });
    });
}

void ModuleResolver::waitForAll() const
{
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, m_context->stop, [this] { return m_openParts == 0; });
}

std::shared_ptr<const std::vector<ModuleSymbols>> ModuleResolver::symbols() const
{
    const std::lock_guard lock(m_mutex);
    if (m_symbols)
        return m_symbols;
    auto values = std::make_shared<std::vector<ModuleSymbols>>(m_modules.size());
    auto& all = *values;
    for (std::size_t i = 0; i < m_modules.size(); ++i) {
        const Module& state = m_modules[i];
        if (state.symCache) {
            all[i] = {ObjectFileStatus::Found, state.symCache, nullptr,
                      cpuFamily(state.symCache->arch())};
        } else if (state.ppdbCache) {
            all[i] = {ObjectFileStatus::Found, nullptr, state.ppdbCache, CpuFamily::Unknown};
        } else if (state.debug.error) {
            all[i].status = statusOfError(*state.debug.error);
        }
    }
    m_symbols = std::move(values);
    return m_symbols;
}

std::vector<ObjectPtr> ModuleResolver::sourceObjects(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].sourceObjects;
}

std::string ModuleResolver::sourceScope(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].sourceScope;
}

std::vector<SourcePlace> ModuleResolver::sourcePlaces(std::uint32_t module,
                                                      std::string_view path) const
{
    auto codeId = m_lookupModules[module].codeId;
    {
        const std::lock_guard lock(m_mutex);
        const auto& meta = m_modules[module].debug.meta;
        if (meta && !meta->codeId.empty())
            codeId = meta->codeId;
    }
    if (!codeId)
        return {};
    return debuginfodPlaces(m_context->sources, *codeId, path);
}

std::shared_ptr<const PpdbCache> ModuleResolver::ppdbCache(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].ppdbCache;
}

void ModuleResolver::addCandidates(std::uint32_t module, std::vector<Candidate> candidates)
{
    const std::lock_guard lock(m_mutex);
    m_modules[module].candidates.merge(std::move(candidates));
}

std::shared_ptr<const SymCache> ModuleResolver::symCache(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].symCache;
}

bool ModuleResolver::wasRequested(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const Module& state = m_modules[module];
    return state.unwind.phase != Phase::Idle || state.debug.phase != Phase::Idle ||
           state.source.phase != Phase::Idle;
}

std::shared_ptr<const ModuleReport> ModuleResolver::report(std::uint32_t module,
                                                           std::uint32_t frameCount) const
{
    const std::lock_guard lock(m_mutex);
    return makeReport(module, m_modules[module], frameCount);
}

namespace {

void addFeatures(ObjectFeatures& all, const ObjectFeatures& more)
{
    all.hasDebugInfo |= more.hasDebugInfo;
    all.hasUnwindInfo |= more.hasUnwindInfo;
    all.hasSymbols |= more.hasSymbols;
    all.hasSources |= more.hasSources;
    if (!all.sourceServer)
        all.sourceServer = more.sourceServer;
}

} // namespace

std::shared_ptr<const ModuleReport>
ModuleResolver::makeReport(std::uint32_t index, const Module& state, std::uint32_t frameCount) const
{
    auto report = std::make_shared<ModuleReport>();
    report->module = m_table.modules()[index];
    report->requestIndex = index;
    report->frameCount = frameCount;
    if (!report->module.debugId && state.completedDebugId)
        report->module.debugId = state.completedDebugId;
    if (!report->module.debugFile && state.completedDebugFile)
        report->module.debugFile = state.completedDebugFile;
    const auto statusOf = [](const Part& part) {
        return part.error ? statusOfError(*part.error) : ObjectFileStatus::Found;
    };
    if (state.debug.phase == Phase::Done) {
        report->debugStatus = statusOf(state.debug);
        report->debugDetails = describeOrEmpty(state.debug.error);
    }
    if (reportsUnwindStatus()) {
        const bool isDone = state.unwind.phase == Phase::Done;
        report->unwindStatus = isDone ? statusOf(state.unwind) : ObjectFileStatus::Unused;
        report->unwindDetails = describeOrEmpty(state.unwind.error);
    }
    for (const Part* part : {&state.debug, &state.unwind}) {
        if (part->meta)
            addFeatures(report->features, part->meta->features);
    }
    report->features.hasSources |= state.source.meta && !state.source.error;
    if (state.symCache)
        report->arch = state.symCache->arch();
    report->candidates = state.candidates.sorted();
    report->pending = state.debug.phase == Phase::Open || state.unwind.phase == Phase::Open ||
                      state.source.phase == Phase::Open;
    report->notes = state.notes;
    return report;
}

} // namespace faultline
