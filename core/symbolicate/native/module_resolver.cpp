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
    // Jobs refer to the members, so even a cancelled one is waited for.
    m_states.waitUntilClosed();
}

void ModuleResolver::requestDebug(std::uint32_t module)
{
    // A module that names no debug file may be completed by its code file, which the look-up for
    // unwind data finds.
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
    if (m_states.open(module, &ModuleState::source))
        startSourceJob(m_jobs, module);
}

void ModuleResolver::addCandidates(std::uint32_t module, std::vector<Candidate> candidates)
{
<<<<<<< HEAD
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
=======
    m_states.addCandidates(module, std::move(candidates));
>>>>>>> jobs
}

std::vector<SourcePlace> ModuleResolver::sourcePlaces(std::uint32_t module,
                                                      std::string_view path) const
{
    const auto id = m_states.codeId(module);
    return id ? debuginfodPlaces(sources(), *id, path) : std::vector<SourcePlace>();
}

} // namespace faultline::symbolicate
