// Writes the seed files of fuzz_core into the folder named: tests/corpora/fuzz/core.
#include "tests/support/core_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

int main(int argc, char** argv)
{
    using namespace faultline::test;
    using Cpu = CoreBuilder::Cpu;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::pair<const char*, Cpu> seeds[] = {
        {"amd64.core", Cpu::Amd64}, {"x86.core", Cpu::X86}, {"arm64.core", Cpu::Arm64}};
    for (const auto& [name, cpu] : seeds) {
        CoreBuilder core(cpu);
        core.addThread(7, 11, {{"rsp", 0x7ff00010}, {"esp", 0x7ff00010}, {"sp", 0x7ff00010}});
        core.addProcess(7, "crash", "./crash --now");
        core.addSignal({.number = 11, .code = 1, .cause = 0x45});
        core.addAuxv({{9, 0x400100}, {33, 0x500000}});
        core.addFiles({{0x400000, 0x402000, 0, "/bin/crash"}});
        for (const auto address : {0x400000u, 0x500000u})
            core.addMemory(
                {.address = address, .bytes = core.imagePage(0, 0x2000, {1, 2, 3}), .flags = 5});
        core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(64)});
        std::ofstream file(std::filesystem::path(argv[1]) / name, std::ios::binary);
        for (const auto byte : core.bytes())
            file.put(static_cast<char>(byte));
    }
    return 0;
}
