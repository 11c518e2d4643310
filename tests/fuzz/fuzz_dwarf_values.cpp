// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/value_reader.h"
#include "core/variables/types.h"

#include <algorithm>
#include <array>

namespace {

using namespace faultline;

/// Asks for a type, its size and its name, and for those of what it leads to.
void askForType(object::ValueInfoReader& reader, object::EntryRef entry)
{
    const variables::Types types(reader, 8);
    const auto type = reader.type(entry);
    static_cast<void>(types.sizeOf(entry));
    static_cast<void>(types.nameOf(entry));
    if (type->isDeclaration)
        static_cast<void>(reader.definitionOf(entry));
    for (std::size_t i = 0; i < type->members.size() && i < 16; ++i)
        static_cast<void>(types.nameOf(type->members[i].type));
}

void askAt(object::ValueInfoReader& reader, std::uint64_t address)
{
    for (const auto& function : reader.functionsAt(address)) {
        static_cast<void>(reader.hasOtherInstance(function.entry));
        static_cast<void>(reader.tailJumps(function.entry));
        for (std::size_t i = 0; i < function.variables.size() && i < 16; ++i)
            askForType(reader, function.variables[i].type);
    }
    static_cast<void>(reader.callReturningTo(address));
}

} // namespace

// Input: a byte of flags, then thirteen sections, each a 16-bit little-endian length and that many
// bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::array<std::string_view, 13> kNames{
        "debug_info",     "debug_abbrev",      "debug_loc",      "debug_loclists", "debug_str",
        "debug_line_str", "debug_str_offsets", "debug_rnglists", "debug_ranges",   "debug_addr",
        "debug_aranges",  "debug_types",       "debug_info.dwo"};
    if (size < 1)
        return 0;
    const auto input = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    std::array<ByteView, kNames.size()> sections;
    std::size_t offset = 1;
    for (auto& section : sections) {
        if (size - offset < 2)
            break;
        const auto length =
            std::min<std::size_t>(data[offset] | data[offset + 1] << 8, size - offset - 2);
        section = input.slice(offset + 2, length).value_or(ByteView());
        offset += 2 + length;
    }
    dwarf::DwarfInput dwarf;
    dwarf.byteOrder = (data[0] & 1) != 0 ? std::endian::big : std::endian::little;
    dwarf.isRelocatable = (data[0] & 2) != 0;
    dwarf.section = [&](std::string_view name) -> std::optional<ByteView> {
        const auto found = std::ranges::find(kNames, name);
        return found == kNames.end()
                   ? std::nullopt
                   : std::optional(sections[static_cast<std::size_t>(found - kNames.begin())]);
    };
    const auto reader = dwarf::makeValueReader(dwarf, {});
    if (!reader)
        return 0;
    for (const std::uint64_t address : {0x0, 0x1000, 0x1008, 0x1018, 0x1028, 0x1034})
        askAt(**reader, address);
    for (std::uint64_t entry = 0; entry < std::min<std::uint64_t>(sections[0].size(), 48); ++entry)
        askForType(**reader, {1, entry});
    for (const auto& global : (*reader)->globalsNamed("listed", 4))
        askForType(**reader, global.type);
    static_cast<void>((*reader)->typesNamed("Pair", 4));
    return 0;
}
