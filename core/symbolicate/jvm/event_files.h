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

/// What was found for an event. Everything is in the order of the event's modules.
struct EventFiles
{
    Mappings mappings;
    std::vector<std::shared_ptr<const sourcebundle::SourceBundle>> bundles;
    std::vector<JvmFileError> errors; ///< Of mappings only, as the reference reports them.
    std::vector<JvmCandidate> candidates;
};

/// How far to look when the first listed file of a module cannot be used.
enum class FileTrial : std::uint8_t {
    FirstListed, ///< Of what a Sentry source or a folder lists, no second one, as the reference.
    AllListed
};

/// Looks for the files of all modules at once and waits; mappings that the user chose, as paths on
/// this machine, come first. Job threads only. Files that are missing or damaged are errors in the
/// result, never of the call. Errors: Cancelled.
Result<EventFiles> findEventFiles(const symbolicate::Services& services,
                                  std::shared_ptr<const symbolicate::LookupContext> context,
                                  std::span<const JvmModule> modules,
                                  std::span<const std::string> chosenMappings,
                                  FileTrial trial);

} // namespace faultline::jvm
