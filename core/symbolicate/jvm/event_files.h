// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/model/candidate.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::jvm {

/// The search for one file.
struct FileSearch
{
    JvmModule module;
    std::vector<Candidate> candidates; ///< In the order of trial.
    std::optional<Error> error;        ///< Absent when the file was found and can be used.
};

/// What was found for an event.
struct EventFiles
{
    Mappings mappings;
    std::vector<std::shared_ptr<const sourcebundle::SourceBundle>> bundles;
    std::vector<FileSearch> searches; ///< First the chosen mappings, then the event's modules.
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
