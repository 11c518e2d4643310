#pragma once

#include "core/base/result.h"
#include "core/formats/crash/container/crash_part.h"

#include <vector>

namespace faultline::container {

/// Unreal Engine's crash archive (`.uecrash`, CrashReportClient) after inflation: files one behind
/// the other. Newer ones begin with "CR1" and a header; older ones repeat the header at their end.
/// Layout: docs/spec/native.md §21, getsentry/symbolic symbolic-unreal/src/container.rs. The views
/// keep the archive alive. Errors: Malformed (a count or length that the archive cannot hold, bytes
/// left over).
Result<std::vector<CrashPart>> readUnrealCrash(const ByteView& inflated);

/// Whether inflated bytes may be such an archive: the marker, or a header whose numbers fit.
bool looksLikeUnrealCrash(Bytes inflated);

} // namespace faultline::container
