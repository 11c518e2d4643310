#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/lookup/object_selection.h"
#include "core/symbolicate/native/module_states.h"

#include <functional>
#include <memory>

namespace faultline::symbolicate {

class UnwindTableCache;

/// What the jobs of one event's modules share. It outlives every job whose part is open; a job that
/// has closed its part touches nothing of it.
struct ModuleJobContext
{
    const Services& services;
    UnwindTableCache& unwindTables;
    std::shared_ptr<const LookupContext> lookup;
    const ModuleTable& table;
    ModuleStates& states;
};

/// Loads what a selection chose, if anything; `done` gets the object or why there is none. It is
/// called exactly once, maybe before this returns.
void loadSelected(const ModuleJobContext& context,
                  const ObjectSelection& selection,
                  std::move_only_function<void(cache::CacheAnswer<LoadedObject>)> done);

/// The module's image in the dump's own memory; null when the event has none that is whole.
object::ObjectPtr dumpedImage(const ModuleJobContext& context, std::uint32_t module);

/// Adds that image to what was tried, used for `purpose` with this outcome.
void addMemoryCandidate(const ModuleJobContext& context,
                        std::uint32_t module,
                        const object::Object& image,
                        std::optional<Candidate::Use> Candidate::* purpose,
                        const std::optional<Error>& outcome,
                        ObjectSelection& selection);

} // namespace faultline::symbolicate
