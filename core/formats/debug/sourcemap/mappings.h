// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/sourcemap/token.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sourcemap {

/// How to treat an unusable segment.
enum class Leniency : std::uint8_t {
    Strict, ///< The whole map is Malformed, as in the reference.
    Lenient ///< The segment is dropped and counted.
};

/// The input for decoding a `mappings` text.
struct MappingsInput
{
    std::string_view mappings;
    std::string_view rangeMappings;
    std::uint32_t sourceCount = 0;
    std::uint32_t nameCount = 0;
    Leniency leniency = Leniency::Strict;
    std::uint32_t maxTokens = kNone;
};

struct DecodedMappings
{
    /// Sorted by generated position. Tokens with equal positions keep their order.
    std::vector<Token> tokens;
    std::uint32_t droppedSegments = 0;
    std::string firstDamage; ///< Why and where the first segment was dropped.
};

/// Decodes `mappings` (ECMA-426 §6.2) and `rangeMappings` (tc39/ecma426 proposals/range-mappings).
/// Errors: Malformed, with the offset ("mappings: a byte that is no base64 digit at offset 2");
/// Cancelled.
Result<DecodedMappings> decodeMappings(const MappingsInput& input, std::stop_token stop);

} // namespace faultline::sourcemap
