// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/ppdb/portable_pdb.h"
#include "tests/support/object_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSectionBytes = 1 << 20;
    limits.maxDecompressedSourceBytes = 1 << 20;
    limits.maxStringBytes = 1 << 12;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    static_cast<void>(ppdb::embeddedPortablePdb(file, limits));
    const auto pdb = ppdb::PortablePdb::open(file, limits);
    if (!pdb)
        return 0;
    constexpr std::uint32_t kMostRows = 256; // Rows may share their blobs.
    for (std::uint32_t row = 0; row <= std::min((*pdb)->documentCount() + 1, kMostRows); ++row) {
        if (const auto document = (*pdb)->document(row))
            static_cast<void>((*pdb)->sourceByPath(document->name));
    }
    for (std::uint32_t row = 0; row <= std::min((*pdb)->methodCount() + 1, kMostRows); ++row)
        static_cast<void>((*pdb)->sequencePoints(row));
    test::walkObject(**pdb);
    return 0;
}
