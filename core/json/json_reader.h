// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

namespace faultline::json {

/// Limits for a JSON text. Exceeding one is an error.
struct JsonLimits
{
    std::uint32_t maxDepth = 128; ///< The limit of serde_json, which reads Symbolicator's requests.
    std::size_t maxValues = 8'000'000;
    std::size_t maxTextBytes = 0xffff'ffff; ///< Positions in a document have 32 bits.
};

/// Parses a whole JSON text (RFC 8259). Integers beyond 64 bits become Real. Duplicate keys are
/// kept. Errors: Malformed, ending in "at line L column C" (column of the offending byte, counted
/// from 1).
Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits = {});

} // namespace faultline::json
