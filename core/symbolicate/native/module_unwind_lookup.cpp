#include "core/base/hash.h"
#include "core/symbolicate/items/unwind_table_cache.h"
#include "core/symbolicate/native/image_in_memory.h"
#include "core/symbolicate/native/module_resolver.h"

#include <algorithm>
#include <utility>

// How ModuleResolver finds a module's unwind data.

namespace faultline::symbolicate {

namespace {

/// A separate debug file of ELF has the sections of code without their bytes.
bool holdsCode(const object::Object& object)
{
    return object.format() != object::FileFormat::Elf ||
           std::ranges::any_of(object.ranges(), [&](const object::ImageRange& range) {
               return range.executable && object.section(range.name).has_value();
           });
}

} // namespace

void ModuleResolver::startUnwind(std::uint32_t module)
{
    selectObject(m_services, m_context, module, lookup(module), sources::FilePurpose::Unwind,
                 [this, module](ObjectSelection selection) {
                     onUnwindSelected(module, std::move(selection));
                 });
}

/// Where the dump names no debug file and the code file that was found has no unwind data of its
/// own (32-bit Windows keeps them in the PDB): takes over the code file's ids. False when it has
/// none, or they are known already, so that nothing new can be found.
bool ModuleResolver::completeIds(std::uint32_t module, ObjectSelection& selection)
{
    if (lookup(module).debugId || !selection.codeFile ||
        selection.codeFile->meta.format != object::FileFormat::Pe ||
        selection.codeFile->meta.debugId.isNil())
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
    if (!selection.selected && completeIds(module, selection)) {
        startUnwind(module);
        return;
    }
    const auto image = selection.selected || !m_context->event
                           ? object::ObjectPtr()
                           : imageInMemory(*m_context->event, module, m_services.limits);
    if (image && image->features().hasUnwindInfo)
        unwindFromMemory(module, std::move(selection), image);
    else
        loadSelected(module, std::move(selection), &ModuleResolver::finishUnwind);
}

void ModuleResolver::unwindFromMemory(std::uint32_t module,
                                      ObjectSelection selection,
                                      const object::ObjectPtr& object)
{
    auto candidate =
        memoryCandidate(m_table.modules()[module], *object, selection.candidates.size());
    candidate.unwind = Candidate::Use{};
    selection.candidates.push_back(std::move(candidate));
    selection.errorIsOfCandidate = false;
    m_unwindTables.get("memory:" + sha256Hex(object->bytes().span()), object, m_services.limits,
                       [this, module, object, selection = std::move(selection)](
                           const Result<unwind::UnwindTablePtr>& table) mutable {
                           closeUnwind(module, std::move(selection), object, table);
                       });
}

void ModuleResolver::finishUnwind(std::uint32_t module,
                                  ObjectSelection selection,
                                  cache::CacheAnswer<LoadedObject> answer)
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
         selection = std::move(selection)](const Result<unwind::UnwindTablePtr>& table) mutable {
            if (selection.codeFile && selection.selected->meta.format != object::FileFormat::Pe)
                fetchCode(module, std::move(selection), table);
            else
                closeUnwind(module, std::move(selection), object, table);
        });
}

/// The code file is not where the unwind data came from, but its instructions tell what is a call.
void ModuleResolver::fetchCode(std::uint32_t module,
                               ObjectSelection selection,
                               Result<unwind::UnwindTablePtr> table)
{
    if (!selection.codeFile) {
        closeUnwind(module, std::move(selection), nullptr, table);
        return;
    }
    const auto item = selection.codeFile->item;
    m_services.cache.fetch(
        item, m_context->fetch, m_context->stop,
        [this, module, selection = std::move(selection),
         table = std::move(table)](cache::CacheAnswer<LoadedObject> answer) mutable {
            const auto code = answer.value && holdsCode(*(*answer.value)->object)
                                  ? (*answer.value)->object
                                  : object::ObjectPtr();
            closeUnwind(module, std::move(selection), code, table);
        });
}

void ModuleResolver::closeUnwind(std::uint32_t module,
                                 ObjectSelection selection,
                                 const object::ObjectPtr& object,
                                 const Result<unwind::UnwindTablePtr>& table)
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
            selection.selected && selection.selected->meta.format != object::FileFormat::Pdb;
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

} // namespace faultline::symbolicate
