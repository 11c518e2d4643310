// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/cpu_context.h"

#include <span>

namespace faultline::minidump {

/// Consecutive registers with the same width in a context.
struct RegisterRun
{
    std::uint16_t offset = 0;
    std::uint8_t sizeBytes = 0;
    std::string_view names; ///< Separated by blanks.
};

/// One CPU's context record. Offsets: docs/spec/stackwalk.md §4.1, from winnt.h, Breakpad's
/// minidump_cpu_*.h and Crashpad's minidump_context.h.
struct ContextLayout
{
    std::string_view cpu;
    CpuFamily family = CpuFamily::Unknown;
    std::span<const std::uint16_t> architectures;
    std::size_t sizeBytes = 0; ///< Size of the whole record.
    std::size_t generalBytes =
        0; ///< Size up to the last register that is read. A shorter record is useless.
    std::uint16_t flagsOffset = 0;
    std::uint32_t cpuFlag = 0; ///< The CPU part of context_flags.
    std::span<const RegisterRun> runs;
    /// Another size that writers use on purpose: LLDB leaves out the vector registers.
    std::size_t shortBytes = 0;

    bool isWhole(std::size_t size) const { return size >= sizeBytes || isExact(size); }

    bool isExact(std::size_t size) const
    {
        return size == sizeBytes || (shortBytes != 0 && size == shortBytes);
    }
};

std::span<const ContextLayout> contextLayouts();

} // namespace faultline::minidump
