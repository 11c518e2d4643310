// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"
#include "core/symbolicate/items/name_map_item.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <functional>
#include <memory>

namespace faultline::symbolicate {

/// What the look-up of one debug file's companions found.
struct NameMapFindings
{
    NameMaps maps;
    // Places that failed otherwise than by not having the file, so that it may exist there.
    std::vector<Candidate> symbolMapFailures; ///< Also of UUID maps.
    std::vector<Candidate> lineMappingFailures;
};

/// Asks all sources for the companions of the debug file with that id: the UUID map, the
/// BCSymbolMap that it names, and the line mapping. The first readable file of each
/// kind counts. `done` is called exactly once, from any thread. Rules: docs/spec/native.md
/// §13, docs/spec/sources-and-caches.md §5.
void findNameMaps(const Services& services,
                  std::shared_ptr<const LookupContext> context,
                  sources::ObjectLookup wanted,
                  std::move_only_function<void(NameMapFindings)> done);

} // namespace faultline::symbolicate
