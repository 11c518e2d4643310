// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// BreakpadInfo: the thread that wrote the dump and the thread that requested it.
struct BreakpadInfo
{
    std::optional<std::uint32_t> dumpThreadId;
    std::optional<std::uint32_t> requestingThreadId;
};

/// Errors: Malformed (fewer than 12 bytes).
Result<BreakpadInfo> readBreakpadInfo(const StreamScope& scope);

/// Returns AssertionInfo as one sentence in the words of Breakpad's processor ("Invalid parameter
/// passed to library function x in function f, in file g at line 3"). Errors: Malformed (fewer than
/// 776 bytes).
Result<std::string> readAssertion(const StreamScope& scope);

} // namespace faultline::minidump
