// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"

#include <algorithm>
#include <array>

// Input: a byte of flags, then nine sections, each a 16-bit little-endian length and that many
// bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    constexpr std::array<std::string_view, 9> kNames{
        "debug_info",   "debug_abbrev", "debug_line",        "debug_str",     "debug_line_str",
        "debug_ranges", "debug_addr",   "debug_str_offsets", "debug_rnglists"};
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
    if ((data[0] & 4) != 0)
        dwarf.executableRanges = {{0x1000, 0x2000}};
    dwarf.section = [&](std::string_view name) -> std::optional<ByteView> {
        const auto found = std::ranges::find(kNames, name);
        return found == kNames.end()
                   ? std::nullopt
                   : std::optional(sections[static_cast<std::size_t>(found - kNames.begin())]);
    };
    const auto reader = dwarf::makeDwarfReader(std::move(dwarf), {});
    if (!reader)
        return 0;
    for (std::size_t i = 0; i < (*reader)->unitCount(); ++i)
        static_cast<void>((*reader)->readUnit(i, {}));
    (*reader)->warnings();
    return 0;
}
