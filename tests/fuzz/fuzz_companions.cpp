// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/companions/bc_symbol_map.h"
#include "core/formats/debug/companions/line_mapping.h"
#include "core/formats/debug/companions/uuid_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    static_cast<void>(companions::parseUuidMap(file.span()));
    if (const auto map = companions::BcSymbolMap::open(file, {}))
        static_cast<void>(map->resolve("__hidden#1_"));
    const auto mapping = companions::LineMapping::parse(file.span());
    if (!mapping)
        return 0;
    if (const auto* lines = mapping->file("/gen/a.cpp"))
        static_cast<void>(lines->find(7));
    return 0;
}
