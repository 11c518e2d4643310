// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/symbolicate/jvm/jvm_event_report.h"
#include "core/symbolicate/native/native_symbolicator.h"

#include <stop_token>
#include <vector>

namespace faultline::engine {

/// An event with its names restored, and where they came from.
struct RestoredNames
{
    JvmReport report;
    jvm::MappingLookup mappings;
};

/// Finds the mappings for a JVM event among the files that the user chose, in the local folders of
/// the sources, and beside the crash file; then restores the names. Command line and workbench both
/// use it. `modules` stand for the wanted mappings. Errors: Cancelled.
Result<RestoredNames> restoreNames(const symbolicate::Services& services,
                                   const std::vector<sources::SourceConfig>& defaultSources,
                                   const JvmEvent& event,
                                   std::span<const EventModule> modules,
                                   const symbolicate::SymbolicateOptions& options,
                                   const std::stop_token& stop);

/// Returns the report with the mappings that were found but not used among its candidates.
JvmReport reportWithUnused(RestoredNames names);

/// Symbolicates an event of the JVM for users: with alternatives kept apart, files of this machine,
/// and everything that was tried. `event` must have a JvmEvent. Errors: Cancelled.
Result<symbolicate::SymbolicationResult>
runJvmEvent(const symbolicate::Services& services,
            const std::vector<sources::SourceConfig>& defaultSources,
            const EventPtr& event,
            const symbolicate::SymbolicateOptions& options,
            symbolicate::SymbolicationObserver& observer,
            const std::stop_token& stop);

} // namespace faultline::engine
