// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::jvm {

/// What was found for an event. Every list is in the order of the event's modules.
struct EventFiles
{
    Mappings mappings;
    std::vector<std::shared_ptr<const sourcebundle::SourceBundle>> bundles;
    /// Errors of mappings only, because the reference reports no others.
    std::vector<JvmFileError> errors;
    std::vector<JvmCandidate> candidates;
};

/// How many places to try when the first listed file of a module cannot be used.
enum class FileTrial : std::uint8_t {
    /// Like the reference, try only the first file that a Sentry source or a folder lists.
    FirstListed,
    AllListed
};

/// Looks for the files of all modules at once and waits, so call it on a job thread. Mappings that
/// the user chose, given as local paths, come first. A missing or damaged file is an error in the
/// result, never of the call. Errors: Cancelled.
Result<EventFiles> findEventFiles(const symbolicate::Services& services,
                                  std::shared_ptr<const symbolicate::LookupContext> context,
                                  std::span<const JvmModule> modules,
                                  std::span<const std::string> chosenMappings,
                                  FileTrial trial);

} // namespace faultline::jvm
