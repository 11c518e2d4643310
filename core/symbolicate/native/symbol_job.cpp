// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/symbol_job.h"

#include "core/symbolicate/items/ppdb_cache_item.h"
#include "core/symbolicate/items/symcache_item.h"
#include "core/symbolicate/lookup/companion_lookup.h"
#include "core/symbolicate/lookup/debug_selection.h"
#include "core/symbolicate/lookup/name_map_lookup.h"
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/symcache.h"
#include "core/symcache/symcache_writer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace faultline::symbolicate {

namespace {

using Keep = std::function<void(ModuleState&)>;

/// An image from the dump's memory is small, so its symcache is not stored.
Result<symcache::SymCache>
makeSymCache(const object::ObjectPtr& object, WorkerPool& pool, const std::stop_token& stop)
{
    FL_TRY(auto out, TempFile::createInMemory());
    FL_TRY([[maybe_unused]] const auto stats,
           symcache::writeSymCache({.object = object}, out, pool, stop));
    FL_TRY(auto bytes, out.map());
    return symcache::SymCache::open(std::move(bytes));
}

void noteDamage(const symcache::SymCache& cache, std::vector<std::string>& notes)
{
    if (const auto damaged = cache.damagedUnits(); damaged > 0)
        notes.push_back(concat(damaged, " of ", cache.unitCount(),
                               " units of the debug info could not be read"));
    if (const auto damaged = cache.damagedRecords(); damaged > 0)
        notes.push_back(concat(damaged, " records of the debug info could not be read"));
    if (const auto lost = cache.lostNames(); lost > 0)
        notes.push_back(symcache::lostNamesText(lost));
}

void noteDamage(const symcache::PpdbCache& cache, std::vector<std::string>& notes)
{
    if (const auto damaged = cache.damagedMethods(); damaged > 0)
        notes.push_back(concat(damaged, " of ", cache.methodCount(),
                               " methods of the debug info could not be read"));
}

template <class T>
std::optional<Error> errorOf(const Result<T>& result)
{
    return result ? std::nullopt : std::optional(result.error());
}

/// Keeps itself alive until its part is closed, because every pending callback owns it.
class SymbolJob : public std::enable_shared_from_this<SymbolJob>
{
public:
    SymbolJob(const ModuleJobContext& context, std::uint32_t module)
        : m_context(context), m_module(module)
    {
    }

    void begin()
    {
        selectDebugObject(m_context.services, m_context.lookup, m_module, lookup(),
                          [self = shared_from_this()](ObjectSelection selection) {
                              self->m_selection = std::move(selection);
                              self->selected();
                          });
    }

private:
    sources::ObjectLookup lookup() const { return m_context.states.lookup(m_module); }

    void selected()
    {
        if (!m_selection.selected)
            useImage();
        else if (isManaged())
            derivePpdbCache();
        else
            findMaps();
    }

    bool isManaged() const
    {
        return m_context.states.lookupModule(m_module).type == ObjectType::PeDotnet ||
               m_selection.selected->meta.format == object::FileFormat::PortablePdb;
    }

    /// If no source has a file, the dump's memory may contain the whole module.
    void useImage()
    {
        const auto image = dumpedImage(m_context, m_module);
        if (!image || !image->features().hasSymbols) {
            finish(m_selection.error.value_or(Error{}));
            return;
        }
        auto made = makeSymCache(image, m_context.services.compute, m_context.lookup->stop);
        const auto error = errorOf(made);
        addMemoryCandidate(m_context, m_module, *image, &Candidate::debug, error, m_selection);
        finish(error, [&made](ModuleState& state) {
            if (made)
                state.symCache = std::make_shared<const symcache::SymCache>(*std::move(made));
        });
    }

    void derivePpdbCache()
    {
        m_context.states.tellConverting(m_module);
        auto item = std::make_shared<PpdbCacheItem>(m_selection.selected->item, lookup(),
                                                    m_context.lookup->scope);
        m_context.services.cache.fetch(
            std::move(item), m_context.lookup->fetch, m_context.lookup->stop,
            [self = shared_from_this()](const cache::CacheAnswer<symcache::PpdbCache>& answer) {
                self->finish(errorOf(answer.value), [&](ModuleState& state) {
                    if (!answer.value)
                        return;
                    state.ppdbCache = *answer.value;
                    noteDamage(*state.ppdbCache, state.notes);
                });
            });
    }

    void findMaps()
    {
        findNameMaps(m_context.services, narrowedTo(reachOfMaps(), m_context.lookup), lookup(),
                     [self = shared_from_this()](NameMapFindings found) {
                         self->m_names = std::move(found);
                         self->findDebugCompanions();
                     });
    }

    /// The maps of a local debug file lie on this machine too, or are not needed.
    Reach reachOfMaps() const
    {
        const bool isLocal = m_selection.selected->item->file().localPath().has_value();
        return m_context.lookup->localFirst && isLocal ? Reach::ThisMachine : Reach::All;
    }

    void findDebugCompanions()
    {
        if (!needsCompanions(m_selection.selected->meta)) {
            deriveSymCache();
            return;
        }
        findCompanions(m_context.services, m_context.lookup, *m_selection.selected,
                       lookup().codeFile, [self = shared_from_this()](CompanionFiles found) {
                           self->m_companions = std::move(found);
                           self->deriveSymCache();
                       });
    }

    void deriveSymCache()
    {
        m_context.states.tellConverting(m_module);
        noteMaps();
        auto inputs = symCacheInputs();
        m_debugFile = inputs.debugFile;
        m_debugCompanions = inputs.companions;
        addCompanionCandidates();
        const auto& features = m_selection.selected->meta.features;
        if (inputs.symbolFiles.empty() && !features.hasDebugInfo && !features.hasSymbols) {
            finish(Error{ErrorKind::NotFound, "the file that its debug link names is missing"});
            return;
        }
        auto item = std::make_shared<SymCacheItem>(
            std::move(inputs), lookup(), m_context.lookup->scope, m_context.services.compute);
        m_context.services.cache.fetch(
            std::move(item), m_context.lookup->fetch, m_context.lookup->stop,
            [self = shared_from_this()](const cache::CacheAnswer<symcache::SymCache>& answer) {
                self->finish(errorOf(answer.value),
                             [&](ModuleState& state) { self->keepSymCache(state, answer); });
            });
    }

    void noteMaps()
    {
        if (m_names.maps.symbolMap)
            m_selection.notes.push_back("names come from " + m_names.maps.symbolMap->file().uri());
        if (m_names.maps.lineMapping)
            m_selection.notes.push_back("lines are mapped by " +
                                        m_names.maps.lineMapping->file().uri());
        std::ranges::copy(m_names.maps.symbolMapNotes, std::back_inserter(m_selection.notes));
        std::ranges::copy(m_names.maps.lineMappingNotes, std::back_inserter(m_selection.notes));
        addCandidates(std::move(m_names.symbolMapFailures));
        addCandidates(std::move(m_names.lineMappingFailures));
    }

    /// Moves the maps and the companions' files into the inputs.
    SymCacheInputs symCacheInputs()
    {
        SymCacheInputs inputs{.debugFile = m_selection.selected->item,
                              .symbolFiles = {},
                              .companions = std::move(m_companions.files),
                              .maps = std::move(m_names.maps),
                              .rank = m_selection.selected->rank,
                              .better = m_selection.failed};
        if (m_companions.debugLinked)
            inputs.symbolFiles.push_back(
                std::exchange(inputs.debugFile, std::move(m_companions.debugLinked)));
        for (const auto& other : m_selection.others) {
            if (other.idsFit && other.meta.features.hasSymbols)
                inputs.symbolFiles.push_back(other.item);
        }
        return inputs;
    }

    void addCompanionCandidates()
    {
        addCandidates(std::move(m_companions.candidates));
        std::ranges::move(m_companions.notes, std::back_inserter(m_selection.notes));
    }

    /// Appends them, because the selection refers to the other candidates by index.
    void addCandidates(std::vector<Candidate> more)
    {
        for (auto& candidate : more) {
            candidate.sequence = static_cast<std::uint32_t>(m_selection.candidates.size());
            m_selection.candidates.push_back(std::move(candidate));
        }
    }

    void keepSymCache(ModuleState& state, const cache::CacheAnswer<symcache::SymCache>& answer)
    {
        if (!answer.trace.notKept.empty())
            state.notes.push_back("symbols could not be kept: " + answer.trace.notKept);
        if (!answer.value)
            return;
        state.symCache = *answer.value;
        state.debugFile = std::move(m_debugFile);
        state.debugCompanions = std::move(m_debugCompanions);
        noteDamage(*state.symCache, state.notes);
    }

    void finish(const std::optional<Error>& error, const Keep& keep = {})
    {
        markUse(m_selection, &Candidate::debug, error);
        m_context.states.close(m_module, &ModuleState::debug, [&](ModuleState& state) {
            state.debug.error = error;
            if (m_selection.selected)
                describeSelected(state);
            std::ranges::move(m_selection.notes, std::back_inserter(state.notes));
            if (keep)
                keep(state);
            state.candidates.merge(std::move(m_selection.candidates));
        });
    }

    void describeSelected(ModuleState& state) const
    {
        const auto& selected = *m_selection.selected;
        state.debug.meta = selected.meta;
        if (selected.meta.linksSources)
            state.linkingFile = selected.item;
        if (const auto& identity = m_selection.candidates[selected.candidate].identity;
            identity.isWrongBuild())
            state.wrongBuild = identity;
        if (!selected.meta.warning.empty())
            state.notes.push_back("debug file: " + selected.meta.warning);
    }

    const ModuleJobContext& m_context;
    const std::uint32_t m_module;
    ObjectSelection m_selection;
    NameMapFindings m_names;
    CompanionFiles m_companions;
    std::shared_ptr<ObjectItem> m_debugFile; ///< For values, like the next.
    std::vector<std::shared_ptr<ObjectItem>> m_debugCompanions;
};

} // namespace

void startSymbolJob(const ModuleJobContext& context, std::uint32_t module)
{
    std::make_shared<SymbolJob>(context, module)->begin();
}

} // namespace faultline::symbolicate
