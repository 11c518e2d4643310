// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/machcore/mach_core.h"
#include "core/model/registers.h"

#include <optional>
#include <string>
#include <utility>

namespace faultline::machcore {

/// Why the CPU left the thread's code, as its exception state tells it.
struct ThreadFault
{
    std::uint32_t exception = 0; ///< Mach exception (mach/exception_types.h); 1: EXC_BAD_ACCESS.
    std::string_view name;       ///< "EXC_BAD_ACCESS".
    std::optional<std::uint64_t> address;

    enum class Access : std::uint8_t { Read, Write, Execute };

    Access access = Access::Read; ///< What was refused; with an address only.
};

/// One LC_THREAD: states of several flavors, of which general registers and exception are read.
struct CoreThread
{
    std::optional<RegisterSet> registers;
    std::vector<std::pair<std::string, std::uint64_t>> others; ///< Flags and segments.
    std::optional<ThreadFault> fault; ///< Absent for system calls and interrupts.
    std::string problem;              ///< The reason why there are no registers.
};

/// Flavors and layouts: mach/i386/thread_status.h, mach/arm/thread_status.h.
CoreThread readCoreThread(Arch arch, Bytes command);

} // namespace faultline::machcore
