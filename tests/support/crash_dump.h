// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/crashed_process.h"

#include <cstddef>
#include <vector>

namespace faultline::test {

/// Writes the minidump that a crash reporter would write for the process: threads with names,
/// modules with build ids, stacks, code around every pc, /proc texts.
std::vector<std::byte> writeMinidump(const CrashedProcess& process);

/// Writes the same with the process's data, as in dumps of type "private read-write memory".
std::vector<std::byte> writeDataMinidump(const CrashedProcess& process);

/// Writes the core file that the kernel would write: the crashed thread first, every module's first
/// page (rebuilt around its build id), stacks, and the code around every pc.
std::vector<std::byte> writeCore(const CrashedProcess& process);

/// The same with the process's data, as the kernel writes it by default.
std::vector<std::byte> writeDataCore(const CrashedProcess& process);

} // namespace faultline::test
