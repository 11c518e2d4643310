// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

/// One entry of a memory map, as the client sent it.
struct ModuleName
{
    std::string debugFile;
    std::string debugId;

    /// Returns "<debug_filename>/<debug_id>", the key of found_modules.
    std::string key() const { return debugFile + "/" + debugId; }

    /// Tells whether the module can be looked up.
    bool isComplete() const { return !debugFile.empty() && !debugId.empty(); }

    friend auto operator<=>(const ModuleName&, const ModuleName&) = default;
};

struct FrameRequest
{
    std::optional<std::size_t> module; ///< Absent for -1, which means an unknown module.
    /// Relative to the module. Absent when there is nothing to look up.
    std::optional<std::uint64_t> offset;
    /// The text to show in the answer, for -1 and for an offset that is no integer.
    std::string offsetText;
    bool isPassedThrough = false; ///< The offset is no integer and is returned as it is.
};

struct Job
{
    std::vector<ModuleName> modules;
    std::vector<std::vector<FrameRequest>> stacks;
};

/// The versions of Mozilla's symbolication API.
enum class ApiVersion : std::uint8_t { V4, V5 };

struct SymbolicateRequest
{
    ApiVersion version = ApiVersion::V5;
    std::vector<Job> jobs; ///< Exactly one for V4.
};

/// Validates the complete body of a request, in the order of docs/spec/mozilla-api.md §3. Errors:
/// Malformed; the text is for the client and never repeats its input.
Result<SymbolicateRequest> decodeRequest(const json::JsonDocument& body, ApiVersion version);

} // namespace faultline::server::mozilla
