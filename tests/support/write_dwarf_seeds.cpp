// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_dwarf_companions into the folder named:
// tests/corpora/fuzz/dwarf_companions.
#include "tests/support/split_dwarf_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace faultline::test;

namespace {

void append(ByteAssembler& out,
            const DwarfBuilder::Sections& sections,
            std::initializer_list<std::string_view> names)
{
    for (const auto name : names) {
        const auto found = sections.find(name);
        if (found == sections.end())
            out.u16(0);
        else
            out.u16(found->second.size()).bytes(found->second);
    }
}

void write(const std::filesystem::path& path,
           unsigned flags,
           const DwarfBuilder::Sections& main,
           const DwarfBuilder::Sections& companion)
{
    ByteAssembler out;
    out.u8(flags);
    append(out, main,
           {"debug_info", "debug_abbrev", "debug_line", "debug_addr", "debug_ranges",
            "debug_rnglists", "debug_types"});
    append(out, companion,
           {"debug_info.dwo", "debug_abbrev.dwo", "debug_str.dwo", "debug_str_offsets.dwo",
            "debug_rnglists.dwo", "debug_types.dwo", "debug_cu_index", "debug_info", "debug_abbrev",
            "debug_str", "debug_line_str", "debug_types"});
    std::ofstream file(path, std::ios::binary);
    for (const auto byte : out.finish())
        file.put(static_cast<char>(byte));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    for (const unsigned version : {4u, 5u}) {
        for (const auto order : {std::endian::little, std::endian::big}) {
            SplitDwarfBuilder::Shape shape;
            shape.version = version;
            shape.order = order;
            const SplitDwarfBuilder builder(shape);
            const bool isBig = order == std::endian::big;
            const auto name = "version_" + std::to_string(version) + (isBig ? "_big" : "_little");
            write(folder / (name + "_file"), isBig ? 1 : 0, builder.main(), builder.file());
            write(folder / (name + "_package"), isBig ? 1 : 0, builder.main(), builder.package());
        }
    }
    const auto files = makeSupplementaryDwarf();
    write(folder / "supplementary", 2, files.main, files.supplementary);
    return 0;
}
