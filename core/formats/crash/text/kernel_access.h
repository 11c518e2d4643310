// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/crash_analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::nativetext {

/// What lines of Linux's reports say about the memory that they are about. Sources of the words:
/// mm/kasan/report.c, mm/kfence/report.c, kernel/kcsan/report.c, arch/*/mm/fault.c.

struct KernelAccess
{
    std::optional<MemoryAccessKind> kind{}; ///< Absent for what is no access, such as a free.
    std::uint64_t sizeBytes = 0;            ///< 0: the line does not say it.
    std::optional<std::uint64_t> address{};
};

/// "write to 0xffff of 8 bytes by task 12 on cpu 1:", of races.
std::optional<KernelAccess> parseRaceAccess(std::string_view text);

/// "Read of size 8 at addr ffff8880 by task a/12" of KASAN. Its form with tags leaves out the size.
std::optional<KernelAccess> parseKasanAccess(std::string_view text);

/// "Out-of-bounds read at 0xffff8c2a (1B left of kfence-#24):" of KFENCE, above its stack.
std::optional<KernelAccess> parseFenceAccess(std::string_view text);

/// "#PF: supervisor write access in kernel mode" of x86.
std::optional<KernelAccess> parseFaultAccess(std::string_view text);

/// The address in a heading: "BUG: unable to handle page fault for address: ffffed1000000000".
std::optional<std::uint64_t> kernelAddressIn(std::string_view head);

/// The heading as a reason: without the address, which is a value of its own.
std::string kernelReasonOf(std::string_view head);

} // namespace faultline::nativetext
