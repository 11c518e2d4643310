// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/jvm/mapping_lookup.h"
#include "core/symbolicate/jvm/restored_names.h"

#include <memory>
#include <vector>

namespace faultline::jvm {

/// How many frames of an event need a mapping, and for how many it served.
struct MappingUse
{
    std::uint32_t frames = 0;
    std::uint32_t restored = 0;
    std::uint32_t ambiguous = 0;
};

/// What was found for each mapping of an event, in the order of its modules, with everything that
/// was tried. `uses` is in the same order.
std::vector<std::shared_ptr<const ModuleReport>>
mappingModules(const Event& event,
               const RestoredNames& names,
               const MappingLookup& mappings,
               const std::vector<MappingUse>& uses);

} // namespace faultline::jvm
