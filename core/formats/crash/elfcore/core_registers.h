// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_file.h"
#include "core/model/registers.h"
#include "core/model/system_info.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::corefile {

struct CoreRegisters
{
    RegisterSet registers;
    std::vector<std::pair<std::string, std::uint64_t>> others; ///< Flags and segments.
};

/// The system's name as reports have it: one of the BSDs, otherwise Linux.
std::string_view systemName(OsFamily system);

/// Reads the general registers as the system's kernel stores them: pr_reg of NT_PRSTATUS on Linux
/// and FreeBSD, struct reg of machine/reg.h on the BSDs. Errors: Unsupported (no layout for the
/// machine), Malformed (too short).
Result<CoreRegisters> readRegisters(const CoreFile& core, OsFamily system, Bytes record);

/// Reads NT_PRFPREG where stack walks need it: functions of s390x that call nothing keep their
/// caller's general registers in floating point registers (arch/s390/include/uapi/asm/ptrace.h,
/// s390_fp_regs). Nothing is set on other CPUs, nor by a note that is too short.
void readFloatRegisters(const CoreFile& core, Bytes record, RegisterSet& registers);

} // namespace faultline::corefile
