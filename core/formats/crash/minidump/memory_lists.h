// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// Reads MemoryList: 32-bit descriptors. Empty entries are skipped. Entries that extend beyond the
/// file are truncated and marked.
Result<std::vector<MemoryRange>> readMemoryList(const StreamScope& scope);

/// Reads Memory64List, the memory of full dumps. Its ranges follow each other in the file, also
/// beyond 4 GiB. The bytes stay views. Errors: Malformed (no list header).
Result<std::vector<MemoryRange>> readMemory64List(const StreamScope& scope);

} // namespace faultline::minidump
