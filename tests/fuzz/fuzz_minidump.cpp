// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/minidump/wide_registers.h"

#include <algorithm>
#include <array>

using namespace faultline;

/// Reads the whole dump, and then the memory that a stack walk would read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxStreams = 64;
    limits.maxThreads = 64;
    limits.maxModules = 64;
    limits.maxMemoryRanges = 256;
    limits.maxStringBytes = 4096;
    const auto event =
        minidump::readMinidumpEvent(ByteView::copyOf(std::as_bytes(std::span(data, size))), limits);
    if (!event)
        return 0;
    std::array<std::byte, 64> buffer{};
    for (const auto& thread : (*event)->threads) {
        if (!std::ranges::is_sorted(minidump::wideRegistersOf(thread), {}, &WideRegister::dwarf))
            __builtin_trap();
        (*event)->asNative()->memory->read(thread.stackBegin, buffer);
        if (thread.stackEnd < thread.stackBegin)
            __builtin_trap();
        if (thread.registers)
            (*event)->asNative()->memory->endOfRun(thread.registers->sp());
    }
    return 0;
}
