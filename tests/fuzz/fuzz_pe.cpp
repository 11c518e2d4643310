// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_object.h"
#include "tests/support/object_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSectionBytes = 1 << 20;
    limits.maxDecompressedSourceBytes = 1 << 20;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    if (const auto object = pe::openPe(file, limits))
        test::walkObject(**object);
    return 0;
}
