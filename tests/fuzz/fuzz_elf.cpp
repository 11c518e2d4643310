// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_code_pointers.h"
#include "core/formats/debug/elf/elf_dynamic_digest.h"
#include "core/formats/debug/elf/elf_object.h"
#include "core/formats/debug/object/debug_info.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSectionBytes = 1u << 20;
    limits.maxSections = 1u << 12;
    const auto bytes = std::as_bytes(std::span(data, size));
    static_cast<void>(elf::dynamicSectionOf(bytes, limits));
    static_cast<void>(elf::codePointersOf(bytes, limits));
    const auto object = elf::openElf(ByteView::copyOf(bytes), limits);
    if (!object)
        return 0;
    (*object)->kind();
    (*object)->debugId();
    (*object)->features();
    (*object)->symbols();
    (*object)->companions();
    for (const auto& range : (*object)->ranges()) {
        (*object)->section(range.name);
        (*object)->readImage(range.address, range.sizeBytes);
    }
    if (const auto reader = (*object)->debugInfo()) {
        for (std::size_t i = 0; i < reader->unitCount() && i < 16; ++i)
            static_cast<void>(reader->readUnit(i, {}));
    }
    (*object)->warnings();
    return 0;
}
