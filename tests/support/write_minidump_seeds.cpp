// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_minidump into the folder named: tests/corpora/fuzz/minidump.
#include "tests/support/sample_minidumps.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

int main(int argc, char** argv)
{
    using namespace faultline::test;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::pair<const char*, MinidumpBuilder> seeds[] = {
        {"linux_amd64.dmp", sampleLinuxDump()},
        {"windows_x86.dmp", sampleWindowsDump()},
        {"macos_arm64.dmp", sampleMacDump()},
        {"linux_amd64_big_endian.dmp", sampleLinuxDump(std::endian::big)},
    };
    for (const auto& [name, dump] : seeds) {
        const auto bytes = dump.bytes();
        std::ofstream file(std::filesystem::path(argv[1]) / name, std::ios::binary);
        for (const auto byte : bytes)
            file.put(static_cast<char>(byte));
    }
    return 0;
}
