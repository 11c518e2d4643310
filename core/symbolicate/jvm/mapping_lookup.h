// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/symbolicate/jvm/local_mappings.h"

#include <stop_token>
#include <string>
#include <vector>

namespace faultline::jvm {

/// The mappings of this machine for one event. A module of the event stands for the mapping with
/// the id of the same index in JvmEvent::mapIds; an event without ids has one module.
struct MappingLookup
{
    std::vector<symbolicate::LocatedFile> chosen; ///< By the user, regardless of their ids.
    std::vector<symbolicate::LocalPlace> places;
    std::vector<LocalMapping> found; ///< In the places.

    /// The files to use: first the chosen ones.
    std::vector<std::string> paths() const;
};

/// Looks for the mappings of an event among the files that the user chose, in the local folders of
/// the sources, and beside the crash file. Reads the disk. `event` must have a JvmEvent.
MappingLookup lookUpMappings(const std::vector<sources::SourceConfig>& sources,
                             const Event& event,
                             const symbolicate::SymbolicateOptions& options,
                             const std::stop_token& stop);

} // namespace faultline::jvm
