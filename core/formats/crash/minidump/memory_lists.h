#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// MemoryList: 32-bit descriptors. Empty entries are skipped; what lies beyond the end of the file
/// is cut off and marked.
Result<std::vector<MemoryRange>> readMemoryList(const StreamScope& scope);

/// Memory64List, the memory of full dumps: ranges follow each other in the file, beyond 4 GiB as
/// well. The bytes stay views. Errors: Malformed (no list header).
Result<std::vector<MemoryRange>> readMemory64List(const StreamScope& scope);

} // namespace faultline::minidump
