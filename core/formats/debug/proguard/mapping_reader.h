#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/debug/proguard/mapping_model.h"

#include <stop_token>

namespace faultline::proguard {

/// Whether a text is a mapping: among its first fifty lines a class is followed by a member.
/// Source: getsentry/rust-proguard src/mapping.rs.
bool looksLikeMapping(std::string_view text);

/// Reads a whole mapping. A line that cannot be read, or that is longer than
/// `limits.maxStringBytes`, is passed over and counted; so is a member in front of the first class.
/// Errors: Malformed (looksLikeMapping() denies it), Unsupported (more than 2^31 members, or 4 GiB
/// of names), Cancelled.
Result<MappingModel>
readMapping(std::string_view text, const ParseLimits& limits, const std::stop_token& stop);

} // namespace faultline::proguard
