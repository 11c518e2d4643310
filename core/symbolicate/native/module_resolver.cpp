#include "core/symbolicate/native/module_resolver.h"

#include <algorithm>
#include <utility>

namespace faultline::symbolicate {

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

sources::ObjectLookup ModuleResolver::lookup(std::uint32_t module) const
{
    sources::ObjectLookup lookup = lookupFor(m_lookupModules[module]);
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

/// Loads what a selection chose, if anything; `then` gets the object or why there is none.
void ModuleResolver::loadSelected(std::uint32_t module, ObjectSelection selection, Loaded then)
{
    if (!selection.selected) {
        const Error error = selection.error.value_or(Error{});
        (this->*then)(module, std::move(selection), {std::unexpected(error), {}});
        return;
    }
    const auto item = selection.selected->item;
    m_services.cache.fetch(item, m_context->fetch, m_context->stop,
                           [this, module, then, selection = std::move(selection)](
                               cache::CacheAnswer<LoadedObject> answer) mutable {
                               (this->*then)(module, std::move(selection), std::move(answer));
                           });
}

namespace {

std::optional<unwind::WalkFunction> walkFunctionAt(const symcache::SymCache& cache,
                                                   std::uint64_t relative)
{
    auto frames = cache.lookup(relative);
    while (const auto frame = frames.next()) {
        if (!frame->isInlined && frame->entry != object::kNoIndex)
            return unwind::WalkFunction{frame->entry, std::string(frame->function),
                                        !frame->fromSymbolTable};
    }
    return std::nullopt;
}

} // namespace

unwind::WalkModule ModuleResolver::walkModule(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const Module& state = m_modules[module];
    unwind::WalkModule answer;
    if (state.unwind.phase != Phase::Done || state.debug.phase != Phase::Done)
        return answer;
    // Functions of another build would approve and refuse the wrong return addresses.
    const bool hasSymbols = state.symCache && state.wrongBuild.empty();
    const bool nothing = !state.unwindTable && !hasSymbols;
    answer.state =
        nothing ? unwind::WalkModule::State::Unavailable : unwind::WalkModule::State::Ready;
    answer.unwind = state.unwindTable;
    answer.code = state.code;
    if (hasSymbols) {
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
        all[i].areOfWrongBuild = !state.wrongBuild.empty();
    }
    m_symbols = std::move(values);
    return m_symbols;
}

std::vector<object::ObjectPtr> ModuleResolver::sourceObjects(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].sourceObjects;
}

std::string ModuleResolver::sourceScope(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].sourceScope;
}

std::optional<CodeId> ModuleResolver::codeId(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const auto& meta = m_modules[module].debug.meta;
    if (meta && !meta->codeId.empty())
        return meta->codeId;
    return m_lookupModules[module].codeId;
}

std::vector<SourcePlace> ModuleResolver::sourcePlaces(std::uint32_t module,
                                                      std::string_view path) const
{
    const auto id = codeId(module);
    return id ? debuginfodPlaces(m_context->sources, *id, path) : std::vector<SourcePlace>();
}

std::shared_ptr<const symcache::PpdbCache> ModuleResolver::ppdbCache(std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    return m_modules[module].ppdbCache;
}

void ModuleResolver::addCandidates(std::uint32_t module, std::vector<Candidate> candidates)
{
    const std::lock_guard lock(m_mutex);
    m_modules[module].candidates.merge(std::move(candidates));
}

std::shared_ptr<const symcache::SymCache> ModuleResolver::symCache(std::uint32_t module) const
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

/// Of what was not found the status says that already; the reason is worth more.
std::string describeOrEmpty(const std::optional<Error>& error)
{
    if (!error)
        return {};
    const bool hasReason = error->kind == ErrorKind::NotFound && !error->detail.empty();
    return hasReason ? error->detail : error->describe();
}

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
    report->wrongBuild = state.wrongBuild;
    report->notes = state.notes;
    return report;
}

} // namespace faultline::symbolicate
