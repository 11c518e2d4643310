// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/jvm/mapping_lookup.h"
#include "core/symbolicate/jvm/restored_names.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <vector>

namespace faultline::jvm {

/// The stacks of a JVM event as the input has them.
std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event);

/// Makes the report of an event. The report's event has the restored names of exceptions and in
/// messages. `names` is the result for the event with `mappings.paths()`. An ambiguous frame is one
/// row, which has all alternatives. In the compatible answer, frames of which the input does not
/// say whether they are the program's own stay so. `event` must have a JvmEvent.
std::shared_ptr<Report> makeJvmEventReport(const EventPtr& event,
                                           RestoredNames names,
                                           const MappingLookup& mappings,
                                           symbolicate::AnswerStyle style);

} // namespace faultline::jvm
