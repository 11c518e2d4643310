// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/crash/container/crash_part.h"

#include <vector>

namespace faultline::container {

/// Reads Unreal Engine's crash archive (`.uecrash`, CrashReportClient) after inflation: files one
/// after the other. Newer archives begin with "CR1" and a header; older ones repeat the header at
/// their end. Layout: docs/spec/native.md §21, getsentry/symbolic symbolic-unreal/src/container.rs.
/// The views keep the archive alive. Errors: Malformed (a count or length that the archive cannot
/// hold, bytes left over).
Result<std::vector<CrashPart>> readUnrealCrash(const ByteView& inflated);

/// Can inflated bytes be such an archive? They need the marker, or a header with plausible numbers.
bool looksLikeUnrealCrash(Bytes inflated);

} // namespace faultline::container
