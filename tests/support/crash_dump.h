#pragma once

#include "tests/support/crashed_process.h"

#include <cstddef>
#include <vector>

namespace faultline::test {

/// The minidump a crash reporter would have written for the process: threads with names, modules
/// with build ids, stacks, code around every pc, /proc texts.
std::vector<std::byte> writeMinidump(const CrashedProcess& process);

/// The same with the process's data, as in dumps of type "private read-write memory".
std::vector<std::byte> writeDataMinidump(const CrashedProcess& process);

/// The core file the kernel would have written: the crashed thread first, every module's first page
/// (rebuilt around its build id), stacks and the code around every pc.
std::vector<std::byte> writeCore(const CrashedProcess& process);

} // namespace faultline::test
