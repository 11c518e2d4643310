#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

namespace faultline::json {

/// What a JSON text may hold; hit limits are errors.
struct JsonLimits
{
    std::uint32_t maxDepth = 128; ///< As serde_json, which the reference reads requests with.
    std::size_t maxValues = 8'000'000;
    std::size_t maxTextBytes = 0xffff'ffff; ///< Positions in a document are 32 bits wide.
};

/// Parses a whole JSON text (RFC 8259). Integers beyond 64 bits become Real; duplicate keys are
/// kept. Errors: Malformed, ending in "at line L column C" (column of the offending byte, from 1).
Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits = {});

} // namespace faultline::json
