// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a report of another crash reporter in JSON.
#include "core/formats/crash/json_reports/json_reports.h"

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
    const bool isKnown = jsonreports::looksLikeJsonReport(bytes.text());
    const auto event = jsonreports::readJsonReport(bytes, limits);
    if (!event)
        return 0;
    if (!isKnown || (*event)->threads.size() > 4 || (*event)->modules.size() > 4)
        __builtin_trap();
    // A termination by the system may have none.
    const bool hasOther = (*event)->asNative() == nullptr || (*event)->crash.present;
    if ((*event)->threads.empty() && !hasOther)
        __builtin_trap();
    std::size_t frames = 0;
    // The stacks of the JVM are elsewhere.
    for (const auto& thread : (*event)->threads) {
        if ((*event)->asNative() == nullptr)
            continue;
        if (thread.givenFrames->empty() || thread.givenFrames->size() > 4)
            __builtin_trap();
        frames += thread.givenFrames->size();
    }
    if (frames > 8)
        __builtin_trap();
    return 0;
}
