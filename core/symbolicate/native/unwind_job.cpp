// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/unwind_job.h"

#include "core/base/hash.h"
#include "core/symbolicate/items/unwind_table_cache.h"
#include "core/symbolicate/native/symbol_job.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// A separate ELF debug file has the code sections without their bytes.
bool holdsCode(const object::Object& object)
{
    return object.format() != object::FileFormat::Elf ||
           std::ranges::any_of(object.ranges(), [&](const object::ImageRange& range) {
               return range.executable && object.section(range.name).has_value();
           });
}

/// Keeps itself alive until its part is closed, because every pending callback owns it.
class UnwindJob : public std::enable_shared_from_this<UnwindJob>
{
public:
    UnwindJob(const ModuleJobContext& context, std::uint32_t module)
        : m_context(context), m_module(module)
    {
    }

    void begin()
    {
        std::move_only_function<void(const FoundObject&)> certain;
        if (m_context.lookup->urgencies)
            certain = [self = shared_from_this()](const FoundObject& found) {
                self->foretell(found);
            };
        m_steps = 1;
        selectObject(
            m_context.services, m_context.lookup, m_module, m_context.states.lookup(m_module),
            sources::FilePurpose::Unwind,
            [self = shared_from_this()](ObjectSelection selection) {
                self->m_selection = std::move(selection);
                self->stepEnded();
            },
            std::move(certain));
    }

private:
    /// The look-up and what was begun during it end in any order. The last one goes on.
    void stepEnded()
    {
        if (m_steps.fetch_sub(1, std::memory_order_acq_rel) == 1)
            selected();
    }

    /// Makes the table of the file that will be selected while other places are still asked.
    void foretell(const FoundObject& found)
    {
        ++m_steps;
        m_context.services.cache.fetch(found.item, m_context.lookup->fetch, m_context.lookup->stop,
                                       [self = shared_from_this(), item = found.item](
                                           const cache::CacheAnswer<LoadedObject>& answer) {
                                           // Unwind data whose code is in another file takes
                                           // another look-up to be certain.
                                           if (answer.value && holdsCode(*(*answer.value)->object))
                                               self->foretellTable(item->key().text(),
                                                                   (*answer.value)->object);
                                           else
                                               self->stepEnded();
                                       });
    }

    void foretellTable(const std::string& key, const object::ObjectPtr& object)
    {
        m_context.unwindTables.get(
            key, object, m_context.services.limits,
            [self = shared_from_this(), object](const Result<unwind::UnwindTablePtr>& table) {
                if (table)
                    self->m_context.states.foretell(self->m_module, {*table, object});
                self->stepEnded();
            });
    }

    void selected()
    {
        if (!m_selection.selected && completeIds()) {
            begin();
            return;
        }
        const auto image =
            m_selection.selected ? object::ObjectPtr() : dumpedImage(m_context, m_module);
        if (image && image->features().hasUnwindInfo)
            useImage(image);
        else
            loadSelected(
                m_context, m_selection,
                [self = shared_from_this()](const cache::CacheAnswer<LoadedObject>& answer) {
                    self->loaded(answer);
                });
    }

    /// Takes over the code file's ids if the dump names no debug file and the code file has no
    /// unwind data (32-bit Windows keeps it in the PDB). Returns false when there are no new ids,
    /// so that nothing new can be found.
    bool completeIds()
    {
        const auto& codeFile = m_selection.codeFile;
        if (m_context.states.lookup(m_module).debugId || !codeFile ||
            codeFile->meta.format != object::FileFormat::Pe || codeFile->meta.debugId.isNil())
            return false;
        m_context.states.update(m_module, [&](ModuleState& state) {
            state.completedDebugId = codeFile->meta.debugId;
            if (!codeFile->meta.debugFileName.empty())
                state.completedDebugFile = codeFile->meta.debugFileName;
            state.candidates.merge(std::move(m_selection.candidates));
        });
        return true;
    }

    void useImage(const object::ObjectPtr& image)
    {
        addMemoryCandidate(m_context, m_module, *image, &Candidate::unwind, std::nullopt,
                           m_selection);
        m_context.unwindTables.get(
            "memory:" + sha256Hex(image->bytes().span()), image, m_context.services.limits,
            [self = shared_from_this(), image](const Result<unwind::UnwindTablePtr>& table) {
                self->finish(image, table);
            });
    }

    void loaded(const cache::CacheAnswer<LoadedObject>& answer)
    {
        if (!answer.value) {
            fetchCode(std::unexpected(answer.value.error()));
            return;
        }
        const auto object = (*answer.value)->object;
        m_context.unwindTables.get(
            m_selection.selected->item->key().text(), object, m_context.services.limits,
            [self = shared_from_this(), object](const Result<unwind::UnwindTablePtr>& table) {
                const bool holdsCodeItself =
                    self->m_selection.selected->meta.format == object::FileFormat::Pe;
                if (self->m_selection.codeFile && !holdsCodeItself)
                    self->fetchCode(table);
                else
                    self->finish(object, table);
            });
    }

    /// The unwind data comes from another file than the code. Fetches the code, because its
    /// instructions show which addresses follow a call.
    void fetchCode(const Result<unwind::UnwindTablePtr>& table)
    {
        if (!m_selection.codeFile) {
            finish(nullptr, table);
            return;
        }
        m_context.services.cache.fetch(
            m_selection.codeFile->item, m_context.lookup->fetch, m_context.lookup->stop,
            [self = shared_from_this(), table](const cache::CacheAnswer<LoadedObject>& answer) {
                const auto object = answer.value ? (*answer.value)->object : object::ObjectPtr();
                self->finish(object && holdsCode(*object) ? object : object::ObjectPtr(), table);
            });
    }

    void finish(const object::ObjectPtr& code, const Result<unwind::UnwindTablePtr>& table)
    {
        const auto error = table ? std::nullopt : std::optional(table.error());
        markUse(m_selection, &Candidate::unwind, error);
        bool startsSymbols = false;
        m_context.states.close(m_module, &ModuleState::unwind, [&](ModuleState& state) {
            state.unwind.error = error;
            state.unwindTable = table.value_or(nullptr);
            state.code = code;
            state.certain = {};
            if (m_selection.selected)
                state.unwind.meta = m_selection.selected->meta;
            keepIds(state);
            state.candidates.merge(std::move(m_selection.candidates));
            startsSymbols = std::exchange(state.debugWaitsForUnwind, false);
        });
        // The waiting part is still open, so the context still exists.
        if (startsSymbols)
            startSymbolJob(m_context, m_module);
    }

    /// Keeps what the found file says about its debug file.
    void keepIds(ModuleState& state) const
    {
        // The age in the PDB itself can differ from the age that its code file names.
        const bool namesItself =
            m_selection.selected && m_selection.selected->meta.format != object::FileFormat::Pdb;
        const auto& named = namesItself ? m_selection.selected : m_selection.codeFile;
        if (!named)
            return;
        if (!named->meta.debugId.isNil())
            state.completedDebugId = named->meta.debugId;
        if (!named->meta.codeId.empty())
            state.completedCodeId = named->meta.codeId;
        if (!named->meta.debugFileName.empty())
            state.completedDebugFile = named->meta.debugFileName;
    }

    const ModuleJobContext& m_context;
    const std::uint32_t m_module;
    std::atomic<unsigned> m_steps{0};
    ObjectSelection m_selection;
};

} // namespace

void startUnwindJob(const ModuleJobContext& context, std::uint32_t module)
{
    std::make_shared<UnwindJob>(context, module)->begin();
}

} // namespace faultline::symbolicate
