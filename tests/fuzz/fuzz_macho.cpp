// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/macho/macho_object.h"
#include "tests/support/object_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSectionBytes = 1 << 20;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    if (const auto object = macho::openMachO(file, limits))
        test::walkObject(**object);
    if (const auto members = macho::readFatMembers(file)) {
        for (const auto& member : *members) {
            if (const auto object = macho::openMachO(member.bytes, limits))
                test::walkObject(**object);
        }
    }
    return 0;
}
