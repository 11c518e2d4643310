// sample_dumper PROGRAM OUT.dmp: runs a program of ours until it crashes and writes the minidump.
#include "tests/support/crash_dump.h"

#include <cstdio>
#include <fstream>

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s PROGRAM OUT.dmp\n", argv[0]);
        return 2;
    }
    std::string why;
    const auto process = faultline::test::runUntilCrash(argv[1], {}, why);
    if (!process) {
        std::fprintf(stderr, "%s: %s\n", argv[1], why.c_str());
        return 1;
    }
    const auto bytes = faultline::test::writeMinidump(*process);
    std::ofstream file(argv[2], std::ios::binary);
    for (const auto byte : bytes)
        file.put(static_cast<char>(byte));
    return file.good() ? 0 : 1;
}
