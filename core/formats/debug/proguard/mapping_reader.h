// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/debug/proguard/mapping_model.h"

#include <stop_token>

namespace faultline::proguard {

/// Tells whether a text is a mapping: in its first fifty lines, a member must follow a class, as
/// getsentry/rust-proguard src/mapping.rs wants it. A short text of classes alone is one too, as R8
/// writes where only classes have other names.
bool looksLikeMapping(std::string_view text);

/// Reads a whole mapping. Lines that are unreadable or longer than `limits.maxStringBytes`, and
/// members before the first class, are ignored and counted. Errors: Malformed (looksLikeMapping()
/// is false), Unsupported (more than 2^31 members, or 4 GiB of names), Cancelled.
Result<MappingModel>
readMapping(std::string_view text, const ParseLimits& limits, const std::stop_token& stop);

} // namespace faultline::proguard
