// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an .ips report, through the recognition that opens files.
#include "core/formats/crash/apple/apple_ips.h"
#include "core/formats/crash/apple/read_apple.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxThreads = 8;
    limits.maxModules = 8;
    limits.maxFramesPerThread = 8;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)apple::looksLikeAppleReport(bytes.text());
    (void)apple::readAppleReport(bytes, limits);
    const auto event = apple::readIpsEvent(bytes, limits);
    if (!event)
        return 0;
    if ((*event)->threads.size() > 8 || (*event)->modules.size() > 8)
        __builtin_trap();
    for (const auto& thread : (*event)->threads) {
        // One more is allowed, for the caller that only the link register knows.
        if (!thread.givenFrames || thread.givenFrames->size() > 9)
            __builtin_trap();
    }
    return 0;
}
