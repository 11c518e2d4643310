// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a microdump.
#include "core/formats/crash/microdump/read_microdump.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxModules = 4;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto event = microdump::readMicrodump(bytes, limits);
    if (!event)
        return 0;
    if (!microdump::looksLikeMicrodump(bytes.text()) && size < (256u << 10))
        __builtin_trap();
    if ((*event)->threads.size() != 1 || (*event)->modules.size() > 4)
        __builtin_trap();
    return 0;
}
