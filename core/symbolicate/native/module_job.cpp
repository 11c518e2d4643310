// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_job.h"

#include "core/symbolicate/native/image_in_memory.h"

namespace faultline::symbolicate {

void loadSelected(const ModuleJobContext& context,
                  const ObjectSelection& selection,
                  std::move_only_function<void(cache::CacheAnswer<LoadedObject>)> done)
{
    if (!selection.selected) {
        done({std::unexpected(selection.error.value_or(Error{})), {}});
        return;
    }
    context.services.cache.fetch(selection.selected->item, context.lookup->fetch,
                                 context.lookup->stop, std::move(done));
}

object::ObjectPtr dumpedImage(const ModuleJobContext& context, std::uint32_t module)
{
    const auto& event = context.lookup->event;
    return event ? imageInMemory(*event, module, context.services.limits) : object::ObjectPtr();
}

void addMemoryCandidate(const ModuleJobContext& context,
                        std::uint32_t module,
                        const object::Object& image,
                        std::optional<CandidateUse> Candidate::* purpose,
                        const std::optional<Error>& outcome,
                        ObjectSelection& selection)
{
    auto candidate =
        memoryCandidate(context.table.modules()[module], image, selection.candidates.size());
    candidate.*purpose = useOfSelected(outcome, false);
    selection.candidates.push_back(std::move(candidate));
    selection.errorIsOfCandidate = false;
}

} // namespace faultline::symbolicate
