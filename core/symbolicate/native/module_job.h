// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/lookup/object_selection.h"
#include "core/symbolicate/native/module_states.h"

#include <functional>
#include <memory>

namespace faultline::symbolicate {

class UnwindTableCache;

/// What the jobs of one event's modules share. It must outlive every job with an open part. A job
/// that has closed its part uses it no longer.
struct ModuleJobContext
{
    const Services& services;
    UnwindTableCache& unwindTables;
    std::shared_ptr<const LookupContext> lookup;
    const ModuleTable& table;
    ModuleStates& states;
};

/// Loads the selected object, if any. `done` gets the object or the reason why there is none. It is
/// called exactly once, possibly before this returns.
void loadSelected(const ModuleJobContext& context,
                  const ObjectSelection& selection,
                  std::move_only_function<void(cache::CacheAnswer<LoadedObject>)> done);

/// The module's image in the dump's memory; null when the event has no complete image.
object::ObjectPtr dumpedImage(const ModuleJobContext& context, std::uint32_t module);

/// Adds that image to the places tried, used for `purpose` with this outcome.
void addMemoryCandidate(const ModuleJobContext& context,
                        std::uint32_t module,
                        const object::Object& image,
                        std::optional<CandidateUse> Candidate::* purpose,
                        const std::optional<Error>& outcome,
                        ObjectSelection& selection);

} // namespace faultline::symbolicate
