// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/jvm/local_mappings.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <string>
#include <vector>

namespace faultline::jvm {

/// The mappings for one event. A module of the event stands for the mapping with the id of the same
/// index in JvmEvent::mapIds; an event without ids has one module.
struct MappingLookup
{
    std::vector<symbolicate::LocatedFile> chosen; ///< By the user, regardless of their ids.
    std::vector<MappingPlace> places;
    std::vector<LocalMapping> found; ///< In the places.

    /// The files to use, in the order of JvmReport::candidates: first the chosen ones.
    std::vector<std::string> paths() const;
};

/// The stacks of a JVM event as the input has them.
std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event);

/// Makes the report of an event. The report's event has the restored names of exceptions and in
/// messages. `jvm` is the result for the event's detail with `mappings.paths()`. An ambiguous frame
/// is one row, which has all alternatives. `event` must have a JvmEvent.
std::shared_ptr<Report>
makeJvmEventReport(const EventPtr& event, const JvmReport& jvm, const MappingLookup& mappings);

} // namespace faultline::jvm
