// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/model/candidate.h"
#include "core/model/event.h"
#include "core/model/object_features.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

enum class ObjectFileStatus : std::uint8_t {
    Unused,
    Found,
    Missing,
    Malformed,
    FetchingFailed,
    Timeout,
    Unsupported,
    Other
};

/// "found", "unused", "fetching_failed", …
std::string_view objectFileStatusName(ObjectFileStatus status);

/// What the use of a module's files rests on.
enum class ModuleIdentity : std::uint8_t {
    None,     ///< No file is in use.
    Verified, ///< An id, checksum or the memory says that it is the right file.
    NameOnly ///< The input gives no id: the file has the right name, which may be of another build.
};

/// "none", "verified", "name_only".
std::string_view moduleIdentityName(ModuleIdentity identity);

/// What was found for a module, and why its frames lack symbols (docs/spec/workbench.md §5).
struct ModuleReport
{
    EventModule module;             ///< Back-filled with sizes, and with ids from the files found.
    std::uint32_t requestIndex = 0; ///< Position in the input.
    ObjectFileStatus debugStatus = ObjectFileStatus::Unused;
    std::optional<ObjectFileStatus> unwindStatus; ///< Minidumps and cores only.
    std::string debugDetails;                     ///< Error text for debugStatus; empty when found.
    std::string unwindDetails;
    ObjectFeatures features;
    Arch arch = Arch::Unknown;         ///< CPU of the debug file in use.
    std::vector<Candidate> candidates; ///< Sorted by (source, location).
    std::uint32_t frameCount = 0;      ///< Number of physical frames in the module.
    /// The evidence that its symbols belong to another build.
    std::optional<BuildIdentity> wrongBuild;
    bool pending = false;           ///< The look-up is still running.
    std::vector<std::string> notes; ///< "2 of 310 units could not be read", …
    ModuleIdentity identity = ModuleIdentity::None;
};

} // namespace faultline
