// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/source_bundle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSourceBytes = 1 << 20;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto bundle = sourcebundle::SourceBundle::open(file, limits);
    if (!bundle)
        return 0;
    for (const auto& [name, record] : (*bundle)->files()) {
        const auto source = (*bundle)->fileByPath(record.path);
        if (source && source->entry != nullptr)
            static_cast<void>((*bundle)->readText(*source->entry));
    }
    static_cast<void>((*bundle)->fileByPath("C:\\src\\main.cpp"));
    static_cast<void>((*bundle)->debugId());
    return 0;
}
