// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a text crash report, and any line as each of its line forms.
#include "core/base/text.h"
#include "core/formats/crash/apple/apple_text.h"
#include "core/formats/crash/apple/report_lines.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxThreads = 8;
    limits.maxModules = 8;
    limits.maxFramesPerThread = 8;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    for (const auto line : splitLines(bytes.text())) {
        (void)apple::parseFrameLine(line);
        (void)apple::parseImageLine(line);
        (void)apple::parseRegisterLine(line);
        (void)apple::parseAddressLine(line);
        (void)apple::parseThreadLine(line);
    }
    const auto event = apple::readAppleTextEvent(bytes, limits);
    if (!event)
        return 0;
    if ((*event)->threads.size() > 8 || (*event)->modules.size() > 8)
        __builtin_trap();
    for (const auto& thread : (*event)->threads) {
        if (!thread.givenFrames || thread.givenFrames->size() > 8)
            __builtin_trap();
    }
    return 0;
}
