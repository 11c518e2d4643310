// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// CrashpadInfo: Crashpad minidump_extensions.h, MinidumpCrashpadInfo.
struct CrashpadInfo
{
    DebugId reportId; ///< A plain GUID.
    DebugId clientId;
    std::uint64_t addressMask =
        0; ///< Bits of AArch64 pointer authentication and tags; 0 when not given.
    /// Annotation::module is the index in the file's module list.
    std::vector<Annotation> annotations;
};

/// An annotation that cannot be read is left out with a diagnostic. Errors: Malformed (fewer than
/// 52 bytes, or version 0).
Result<CrashpadInfo> readCrashpadInfo(const StreamScope& scope);

} // namespace faultline::minidump
