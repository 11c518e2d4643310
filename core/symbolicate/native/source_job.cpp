// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/source_job.h"

#include "core/symbolicate/source/source_search.h"

#include <utility>

namespace faultline::symbolicate {

namespace {

/// Keeps itself alive until its part is closed, because every pending callback owns it.
class SourceJob : public std::enable_shared_from_this<SourceJob>
{
public:
    SourceJob(const ModuleJobContext& context, std::uint32_t module, Reach reach)
        : m_context(context), m_module(module), m_reach(reach)
    {
    }

    void begin()
    {
        selectObject(m_context.services, narrowedTo(m_reach, m_context.lookup), m_module,
                     m_context.states.lookup(m_module), sources::FilePurpose::Source,
                     [self = shared_from_this()](ObjectSelection selection) {
                         self->m_selection = std::move(selection);
                         self->selected();
                     });
    }

private:
    void selected()
    {
        loadSelected(m_context, m_selection,
                     [self = shared_from_this()](const cache::CacheAnswer<LoadedObject>& answer) {
                         self->loaded(answer);
                     });
    }

    void loaded(const cache::CacheAnswer<LoadedObject>& answer)
    {
        auto recorded = m_context.states.recordedFiles(m_module);
        if (!recorded) // Without the lock, because a module may have very many files.
            recorded = std::make_shared<const RecordedFiles>(m_context.states.symCache(m_module),
                                                             m_context.states.ppdbCache(m_module));
        std::shared_ptr<ObjectItem> linkingFile;
        m_context.states.update(m_module, [&](ModuleState& state) {
            state.recordedFiles = std::move(recorded);
            if (answer.value)
                state.sourceObjects.push_back((*answer.value)->object);
            else
                (state.*part()).error = answer.value.error();
            if (m_selection.selected) {
                (state.*part()).meta = m_selection.selected->meta;
                state.sourceScope = scopeOf(*m_selection.selected->item);
            }
            state.candidates.merge(std::move(m_selection.candidates));
            if (m_reach != Reach::Elsewhere)
                linkingFile = state.linkingFile;
        });
        if (linkingFile)
            addLinkingFile(linkingFile);
        else
            m_context.states.close(m_module, part(), [](ModuleState&) {});
    }

    /// A PDB contains no sources but may say where they are.
    void addLinkingFile(const std::shared_ptr<ObjectItem>& file)
    {
        m_context.services.cache.fetch(
            file, m_context.lookup->fetch, m_context.lookup->stop,
            [self = shared_from_this(), file](const cache::CacheAnswer<LoadedObject>& answer) {
                self->m_context.states.close(self->m_module, self->part(), [&](ModuleState& state) {
                    if (!answer.value)
                        return;
                    state.sourceObjects.push_back((*answer.value)->object);
                    if (state.sourceScope.empty())
                        state.sourceScope = self->scopeOf(*file);
                });
            });
    }

    ModuleStates::Part part() const
    {
        return m_reach == Reach::Elsewhere ? &ModuleState::remoteSource : &ModuleState::source;
    }

    std::string scopeOf(const ObjectItem& item) const
    {
        return item.file().cacheScope(m_context.lookup->scope);
    }

    const ModuleJobContext& m_context;
    const std::uint32_t m_module;
    const Reach m_reach;
    ObjectSelection m_selection;
};

} // namespace

void startSourceJob(const ModuleJobContext& context, std::uint32_t module, Reach reach)
{
    std::make_shared<SourceJob>(context, module, reach)->begin();
}

} // namespace faultline::symbolicate
