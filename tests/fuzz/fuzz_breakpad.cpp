// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Breakpad symbol file, read to the end and turned into a symcache's input.
#include "core/formats/debug/breakpad/breakpad_object.h"
#include "core/formats/debug/object/debug_info.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxTreeDepth = 16;
    const auto object =
        breakpad::openBreakpad(ByteView::copyOf(std::as_bytes(std::span(data, size))), limits);
    if (!object)
        return 0;
    (void)(*object)->symbols();
    (void)(*object)->section("STACK");
    const auto reader = (*object)->debugInfo();
    for (std::size_t unit = 0; reader && unit < reader->unitCount(); ++unit) {
        const auto content = reader->readUnit(unit, {});
        if (!content)
            continue;
        for (const object::DebugFunction& function : content->functions) {
            if (function.begin >= function.end)
                __builtin_trap();
        }
        for (std::size_t i = 0; i < content->inlines.size(); ++i) {
            const object::DebugInline& call = content->inlines[i];
            if (call.begin >= call.end || (call.parent != object::kNoIndex && call.parent >= i))
                __builtin_trap();
            if (call.parent == object::kNoIndex)
                continue;
            const object::DebugInline& parent = content->inlines[call.parent];
            if (call.begin < parent.begin || call.end > parent.end)
                __builtin_trap();
        }
    }
    return 0;
}
