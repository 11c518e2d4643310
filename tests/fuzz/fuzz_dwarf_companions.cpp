// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"

#include <algorithm>
#include <array>
#include <map>

// Input: a byte of flags, then the sections of a file and those of a companion, each a 16-bit
// little-endian length and that many bytes. tests/support/write_dwarf_seeds.cpp writes the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    constexpr std::array<std::string_view, 7> kMain{"debug_info", "debug_abbrev", "debug_line",
                                                    "debug_addr", "debug_ranges", "debug_rnglists",
                                                    "debug_types"};
    constexpr std::array<std::string_view, 12> kCompanion{
        "debug_info.dwo",     "debug_abbrev.dwo", "debug_str.dwo",  "debug_str_offsets.dwo",
        "debug_rnglists.dwo", "debug_types.dwo",  "debug_cu_index", "debug_info",
        "debug_abbrev",       "debug_str",        "debug_line_str", "debug_types"};
    using Sections = std::map<std::string_view, ByteView>;
    if (size < 1)
        return 0;
    const auto input = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    std::size_t offset = 1;
    const auto take = [&](std::span<const std::string_view> names) {
        Sections sections;
        for (const auto name : names) {
            if (size - offset < 2)
                break;
            const auto length =
                std::min<std::size_t>(data[offset] | data[offset + 1] << 8, size - offset - 2);
            // Even an empty index makes the file a package.
            if (length != 0)
                sections[name] = input.slice(offset + 2, length).value_or(ByteView());
            offset += 2 + length;
        }
        return sections;
    };
    const auto sourceOf = [](Sections sections) {
        return [sections = std::move(sections)](std::string_view name) -> std::optional<ByteView> {
            const auto found = sections.find(name);
            return found == sections.end() ? std::nullopt : std::optional(found->second);
        };
    };
    dwarf::DwarfInput dwarf;
    dwarf.byteOrder = (data[0] & 1) != 0 ? std::endian::big : std::endian::little;
    dwarf.section = sourceOf(take(kMain));
    dwarf::DwarfCompanion companion;
    companion.kind = (data[0] & 2) != 0 ? dwarf::DwarfCompanion::Kind::Supplementary
                                        : dwarf::DwarfCompanion::Kind::Split;
    companion.byteOrder = dwarf.byteOrder;
    companion.section = sourceOf(take(kCompanion));
    dwarf.companions.push_back(std::move(companion));
    const auto reader = dwarf::makeDwarfReader(std::move(dwarf), {});
    if (!reader)
        return 0;
    for (std::size_t i = 0; i < (*reader)->unitCount(); ++i)
        static_cast<void>((*reader)->readUnit(i, {}));
    (*reader)->warnings();
    return 0;
}
