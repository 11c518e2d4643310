#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

/// One entry of a memory map, as sent.
struct ModuleName
{
    std::string debugFile;
    std::string debugId;

    /// "<debug_filename>/<debug_id>", the key of found_modules.
    std::string key() const { return debugFile + "/" + debugId; }

    /// Whether anything can be looked up.
    bool isComplete() const { return !debugFile.empty() && !debugId.empty(); }

    friend auto operator<=>(const ModuleName&, const ModuleName&) = default;
};

struct FrameRequest
{
    std::optional<std::size_t> module;   ///< Absent: -1, an unknown module.
    std::optional<std::uint64_t> offset; ///< Module-relative; absent: nothing can be looked up.
    std::string offsetText;       ///< For -1 and for what is no integer: what the answer shows.
    bool isPassedThrough = false; ///< The offset is no integer.
};

struct Job
{
    std::vector<ModuleName> modules;
    std::vector<std::vector<FrameRequest>> stacks;
};

/// The second and first generation of Mozilla's symbolication API.
enum class ApiVersion : std::uint8_t { V4, V5 };

struct SymbolicateRequest
{
    ApiVersion version = ApiVersion::V5;
    std::vector<Job> jobs; ///< Of V4 exactly one.
};

/// Validates a request's body whole, in the order that docs/spec/mozilla-api.md §3 gives. Errors:
/// Malformed; the text is for the client and never repeats what it sent.
Result<SymbolicateRequest> decodeRequest(const json::JsonDocument& body, ApiVersion version);

} // namespace faultline::server::mozilla
