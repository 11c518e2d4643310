// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/elfcore/wide_registers.h"

#include <algorithm>
#include <array>

using namespace faultline;

/// Reads the whole core file, and then the memory that a stack walk would read and the registers
/// that values would.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxSections = 256;
    limits.maxThreads = 64;
    limits.maxModules = 64;
    limits.maxMemoryRanges = 256;
    const auto event =
        corefile::readCoreEvent(ByteView::copyOf(std::as_bytes(std::span(data, size))), limits);
    if (!event)
        return 0;
    std::array<std::byte, 64> buffer{};
    for (const auto& thread : (*event)->threads) {
        (*event)->asNative()->memory->read(thread.stackBegin, buffer);
        if (thread.stackEnd < thread.stackBegin)
            __builtin_trap();
        const auto wide = corefile::wideRegistersOf(**event, thread);
        if (!std::ranges::is_sorted(wide, {}, &WideRegister::dwarf))
            __builtin_trap();
    }
    for (const auto& module : (*event)->modules) {
        if (module.address + module.sizeBytes < module.address)
            __builtin_trap();
    }
    return 0;
}
