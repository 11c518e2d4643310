#include "core/symbolicate/items/ppdb_cache_item.h"
#include "core/symbolicate/items/symcache_item.h"
#include "core/symbolicate/native/image_in_memory.h"
#include "core/symbolicate/native/module_resolver.h"
#include "core/symcache/symcache_writer.h"

#include <algorithm>
#include <utility>

// How ModuleResolver finds a module's symbols and sources.

namespace faultline::symbolicate {

void ModuleResolver::startDebug(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), sources::FilePurpose::Debug,
                 [this, module](ObjectSelection selection) {
                     onDebugSelected(module, std::move(selection));
                 });
}

void ModuleResolver::onDebugSelected(std::uint32_t module, ObjectSelection selection)
{
    if (!selection.selected) {
        const auto image = m_context->event
                               ? imageInMemory(*m_context->event, module, m_services.limits)
                               : object::ObjectPtr();
        if (image && image->features().hasSymbols)
            return debugFromMemory(module, std::move(selection), image);
        const Error error = selection.error.value_or(Error{});
        finishDebug(module, std::move(selection), error);
        return;
    }
    if (m_lookupModules[module].type == ObjectType::PeDotnet ||
        selection.selected->meta.format == object::FileFormat::PortablePdb) {
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

namespace {

/// Too small to be worth a place in the caches.
Result<symcache::SymCache>
makeSymCache(const object::ObjectPtr& object, WorkerPool& pool, const std::stop_token& stop)
{
    FL_TRY(auto out, TempFile::createInMemory());
    FL_TRY([[maybe_unused]] const auto stats,
           symcache::writeSymCache({.object = object}, out, pool, stop));
    FL_TRY(auto bytes, out.map());
    return symcache::SymCache::open(std::move(bytes));
}

} // namespace

void ModuleResolver::debugFromMemory(std::uint32_t module,
                                     ObjectSelection selection,
                                     const object::ObjectPtr& object)
{
    auto made = makeSymCache(object, m_services.compute, m_context->stop);
    const auto error = made ? std::nullopt : std::optional(made.error());
    auto candidate =
        memoryCandidate(m_table.modules()[module], *object, selection.candidates.size());
    candidate.debug = useOfSelected(error, false);
    selection.candidates.push_back(std::move(candidate));
    selection.errorIsOfCandidate = false;
    finishDebug(module, std::move(selection), error, [&made](Module& state) {
        if (made)
            state.symCache = std::make_shared<const symcache::SymCache>(*std::move(made));
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

void noteDamage(const symcache::SymCache& cache, std::vector<std::string>& notes)
{
    if (const auto damaged = cache.damagedUnits(); damaged > 0)
        notes.push_back(concat(damaged, " of ", cache.unitCount(),
                               " units of the debug info could not be read"));
    if (const auto damaged = cache.damagedRecords(); damaged > 0)
        notes.push_back(concat(damaged, " records of the debug info could not be read"));
}

template <class T>
std::optional<Error> errorOf(const cache::CacheAnswer<T>& answer)
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
        [this, module,
         selection = std::move(selection)](cache::CacheAnswer<symcache::PpdbCache> answer) mutable {
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
    const auto& features = selection.selected->meta.features;
    if (from.symbolFiles.empty() && !features.hasDebugInfo && !features.hasSymbols) {
        finishDebug(module, std::move(selection),
                    Error{ErrorKind::NotFound, "the file that its debug link names is missing"});
        return;
    }
    auto item = std::make_shared<SymCacheItem>(std::move(from), lookup(module), m_context->scope,
                                               m_services.compute);
    m_services.cache.fetch(
        std::move(item), m_context->fetch, m_context->stop,
        [this, module,
         selection = std::move(selection)](cache::CacheAnswer<symcache::SymCache> answer) mutable {
            finishDebug(module, std::move(selection), errorOf(answer), [&](Module& state) {
                if (!answer.trace.notKept.empty())
                    state.notes.push_back("symbols could not be kept: " + answer.trace.notKept);
                if (!answer.value)
                    return;
                state.symCache = *answer.value;
                noteDamage(*state.symCache, state.notes);
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
            state.wrongBuild = note;
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

void ModuleResolver::startSource(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), sources::FilePurpose::Source,
                 [this, module](ObjectSelection selection) {
                     loadSelected(module, std::move(selection), &ModuleResolver::finishSource);
                 });
}

void ModuleResolver::finishSource(std::uint32_t module,
                                  ObjectSelection selection,
                                  cache::CacheAnswer<LoadedObject> answer)
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
                           [this, module, item](cache::CacheAnswer<LoadedObject> answer) {
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

} // namespace faultline::symbolicate
