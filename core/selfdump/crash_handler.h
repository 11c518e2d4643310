// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// When one of our own programs crashes, it starts itself once more; the new process stops the
// crashed one, reads its threads and memory from outside, and writes a minidump. So nothing but a
// few system calls happens in the process that crashed.

namespace faultline::selfdump {

/// How many dumps stay in the folder; the oldest go first.
inline constexpr std::size_t kKeptDumps = 5;

/// Returns $STATE_DIRECTORY (systemd), or faultline/crashes in $XDG_STATE_HOME or ~/.local/state.
/// Absent without a home folder.
std::optional<std::filesystem::path> dumpFolder();

/// Writes a dump into the folder when the process crashes (SIGSEGV, SIGBUS, SIGFPE, SIGILL,
/// SIGABRT, SIGTRAP, SIGSYS), and then lets the signal end it as before. The folder is made when
/// it is needed. To be called once, at the start of main(); a guard for mapped files that is
/// installed later passes on what it does not handle. Does nothing where registers cannot be read
/// (other processors than x86-64 and ARM64).
void installCrashHandler(const std::filesystem::path& folder);

/// Does the work of the second process, if these are the arguments of one; the result is its exit
/// code. To be called before anything else in main().
std::optional<int> runDumpWriter(int argc, char** argv);

/// Returns the dumps in the folder, the newest first.
std::vector<std::filesystem::path> dumpsIn(const std::filesystem::path& folder);

} // namespace faultline::selfdump
