// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_minidump into the folder named: tests/corpora/fuzz/minidump.
#include "tests/support/sample_minidumps.h"
#include "tests/support/vector_context_bytes.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace faultline::test;

namespace {

/// Vector registers with and without their high halves.
MinidumpBuilder vectorDump()
{
    constexpr std::uint32_t kWithExtendedArea = 0x10005f;
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kWindows, .major = 10});
    dump.addThread({.id = 1, .rawContext = withHighHalves(amd64WithVectors(kWithExtendedArea))});
    dump.addThread({.id = 2, .rawContext = amd64WithVectors()});
    return dump;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::pair<const char*, MinidumpBuilder> seeds[] = {
        {"linux_amd64.dmp", sampleLinuxDump()},
        {"windows_x86.dmp", sampleWindowsDump()},
        {"macos_arm64.dmp", sampleMacDump()},
        {"linux_amd64_big_endian.dmp", sampleLinuxDump(std::endian::big)},
        {"windows_vectors.dmp", vectorDump()},
    };
    for (const auto& [name, dump] : seeds) {
        const auto bytes = dump.bytes();
        std::ofstream file(std::filesystem::path(argv[1]) / name, std::ios::binary);
        for (const auto byte : bytes)
            file.put(static_cast<char>(byte));
    }
    return 0;
}
