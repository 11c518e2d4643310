// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"
#include "core/server/mozilla/profiled_code.h"

#include <cstdint>
#include <string>

namespace faultline::server::mozilla {

/// The body of `/source/v1` (docs/spec/mozilla-api.md §16).
struct SourceRequest
{
    ProfiledLibrary wanted{}; ///< Its debug file and debug id.
    std::uint32_t offset = 0; ///< From the library's start.
    std::string file;         ///< As `/symbolicate/v5` gives it for this offset.
};

/// The body of `/asm/v1`.
struct CodeRequest
{
    ProfiledLibrary wanted{};
    std::uint32_t startAddress = 0; ///< From the library's start.
    std::uint32_t sizeBytes = 0;
    bool continueUntilFunctionEnd = false;
};

/// The most bytes of code that one request may ask for.
inline constexpr std::uint32_t kMaxCodeBytes = 1u << 20;

// Unknown members are ignored. Errors: Malformed; the text is for the client and never repeats its
// input.
Result<SourceRequest> decodeSourceRequest(const json::JsonDocument& body);
Result<CodeRequest> decodeCodeRequest(const json::JsonDocument& body);

} // namespace faultline::server::mozilla
