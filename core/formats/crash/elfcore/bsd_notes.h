// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/file_mappings.h"
#include "core/formats/crash/elfcore/process_notes.h"
#include "core/formats/crash/elfcore/thread_status.h"
#include "core/model/system_info.h"

namespace faultline::corefile {

/// The notes of FreeBSD, NetBSD and OpenBSD. Sources: FreeBSD sys/procfs.h, sys/user.h,
/// sys/ptrace.h; NetBSD sys/exec_elf.h; OpenBSD sys/exec_elf.h; machine/reg.h of each.

/// Whose note it is, by the note's owner: "FreeBSD", "NetBSD-CORE@2", "OpenBSD@1234".
struct BsdOwner
{
    OsFamily system = OsFamily::Unknown;
    std::optional<std::uint32_t> thread;
};

/// Absent for owners of other systems.
std::optional<BsdOwner> readBsdOwner(std::string_view owner);

/// Note types of FreeBSD. NT_PRSTATUS and what follows it up to the next one describe a thread.
enum FreeBsdNote : std::uint32_t {
    NT_FREEBSD_PRSTATUS = 1,
    NT_FREEBSD_PRPSINFO = 3,
    NT_FREEBSD_THRMISC = 7,
    NT_FREEBSD_VMMAP = 10,
    NT_FREEBSD_AUXV = 16,
    NT_FREEBSD_LWPINFO = 17,
    NT_FREEBSD_ARM_ADDR_MASK = 0x406,
};

/// Note types of NetBSD. Those of registers are the numbers of ptrace requests of the machine.
enum NetBsdNote : std::uint32_t {
    NT_NETBSD_PROCINFO = 1,
    NT_NETBSD_AUXV = 2,
    NT_NETBSD_LWPSTATUS = 24,
    NT_NETBSD_REGS_ARM64 = 32,
    NT_NETBSD_REGS_AMD64 = 33,
};

enum OpenBsdNote : std::uint32_t {
    NT_OPENBSD_PROCINFO = 10,
    NT_OPENBSD_AUXV = 11,
    NT_OPENBSD_REGS = 20,
    NT_OPENBSD_PACMASK = 24,
};

struct FreeBsdThread
{
    ThreadStatus status;
    std::uint32_t release = 0; ///< __FreeBSD_version: 1400097 is 14.0.
};

/// Errors: Malformed (no room for the fields before the registers).
Result<FreeBsdThread> readFreeBsdThread(const CoreFile& core, Bytes note);

/// Errors: Malformed (no room for name and arguments).
Result<ProcessStatus> readFreeBsdProcess(const CoreFile& core, Bytes note);

/// The thread's name; empty when it has none.
std::string readFreeBsdThreadName(Bytes note);

/// Why the thread stopped; absent when it stopped for no signal, or when the note is too short.
std::optional<SignalInfo> readFreeBsdSignal(const CoreFile& core, Bytes note);

/// The mapped files, sorted by address. Records that do not fit end the list, with a diagnostic.
std::vector<FileMapping> readFreeBsdMappings(const CoreFile& core, Bytes note, DiagnosticLog& log);

/// What NetBSD and OpenBSD tell of the whole process.
struct BsdProcess
{
    ProcessStatus status;
    std::uint32_t signal = 0;
    std::uint32_t signalCode = 0;
    std::uint32_t signalThread = 0; ///< 0: the process as a whole, or not known.
};

/// Errors: Malformed (too short for the name).
Result<BsdProcess> readNetBsdProcess(const CoreFile& core, Bytes note);
Result<BsdProcess> readOpenBsdProcess(const CoreFile& core, Bytes note);

/// The thread's name, from NetBSD's struct ptrace_lwpstatus. Empty if the thread has no name.
std::string readNetBsdThreadName(Bytes note);

} // namespace faultline::corefile
