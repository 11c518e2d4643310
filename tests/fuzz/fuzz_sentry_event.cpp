// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an event, through the recognition that opens files.
#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxThreads = 4;
    limits.maxModules = 4;
    limits.maxFramesPerThread = 4;
    limits.maxFramesPerEvent = 8;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)sentry::looksLikeSentryEvent(bytes.text());
    const auto event = sentry::readSentryEvent(bytes, limits);
    if (!event)
        return 0;
    if ((*event)->threads.size() > 4 || (*event)->modules.size() > 4)
        __builtin_trap();
    std::size_t frames = 0;
    for (const auto& thread : (*event)->threads) {
        // Frames of scripts and the JVM are in the parts of an event of several languages.
        const bool isOfParts = !(*event)->parts.empty();
        const auto given = thread.givenFrames ? thread.givenFrames->size() : 0;
        if ((given == 0 && !isOfParts) || given > 4 || thread.frameParts.size() > 4)
            __builtin_trap();
        frames += isOfParts ? thread.frameParts.size() : given;
    }
    if (frames > 8)
        __builtin_trap();
    return 0;
}
