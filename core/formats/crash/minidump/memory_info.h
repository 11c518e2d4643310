// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// Reads MemoryInfoList: one region per entry of VirtualQuery, in file order
/// (docs/spec/stackwalk.md §3.8).
Result<std::vector<MemoryRegion>> readMemoryInfoList(const StreamScope& scope);

} // namespace faultline::minidump
