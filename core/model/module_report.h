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

/// Why a frame of this module is not symbolicated, or what the user can do; the codes of
/// docs/spec/workbench.md §5.
struct ModuleReport
{
    EventModule module;             ///< Sizes back-filled, ids completed from found files.
    std::uint32_t requestIndex = 0; ///< Position in the input.
    ObjectFileStatus debugStatus = ObjectFileStatus::Unused;
    std::optional<ObjectFileStatus> unwindStatus; ///< Minidumps and cores only.
    std::string debugDetails; ///< Error text behind debugStatus; empty when found.
    std::string unwindDetails;
    ObjectFeatures features;
    Arch arch = Arch::Unknown;         ///< Of the debug file used.
    std::vector<Candidate> candidates; ///< Sorted by (source, location).
    std::uint32_t frameCount = 0;      ///< Physical frames that lie in it.
    std::string wrongBuild; ///< What tells that its symbols are of another build; empty if nothing.
    bool pending = false;   ///< Still being looked up.
    std::vector<std::string> notes; ///< "2 of 310 units could not be read", …
};

} // namespace faultline
