// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <stop_token>
#include <string_view>

namespace faultline::proguard {

/// Offsets of texts in the cache have 32 bits. Large applications have mappings of some 200 MiB.
inline constexpr std::uint64_t kMaxMappingBytes = 0xffff'ffff;

/// Reads a mapping and appends its cache to `out`. Reads the text once from front to back. The
/// memory in use grows with the number of members, not with the repetitions of their names. Errors:
/// those of readMapping(), Unsupported (more than 4 GiB), those of writing, Internal (the written
/// cache does not open).
Result<void> writeMappingCache(std::string_view mapping,
                               TempFile& out,
                               const ParseLimits& limits,
                               const std::stop_token& stop);

} // namespace faultline::proguard
