// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_go_table into the folder named: tests/corpora/fuzz/go_table.
#include "tests/support/go_program_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

int main(int argc, char** argv)
{
    using namespace faultline::test;
    using Release = GoProgramBuilder::Release;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const std::pair<const char*, Release> seeds[] = {{"go1.12", Release::Go112},
                                                     {"go1.15", Release::Go115},
                                                     {"go1.17", Release::Go117},
                                                     {"go1.18", Release::Go118},
                                                     {"go1.20", Release::Go120}};
    for (const auto& [name, release] : seeds) {
        const auto table = smallGoProgram(release).functionTable();
        std::ofstream file(folder / name, std::ios::binary);
        for (const auto byte : table)
            file.put(static_cast<char>(byte));
    }
    return 0;
}
