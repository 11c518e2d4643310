// SPDX-License-Identifier: GPL-3.0-or-later
// sample_dumper [--data] PROGRAM OUT.dmp [ARGUMENT]...: runs a program of ours until it crashes and
// writes the minidump; with the process's data on demand.
#include "tests/support/crash_dump.h"

#include <cstdio>
#include <fstream>

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool hasData = !arguments.empty() && arguments.front() == "--data";
    if (hasData)
        arguments.erase(arguments.begin());
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: %s [--data] PROGRAM OUT.dmp [ARGUMENT]...\n", argv[0]);
        return 2;
    }
    const auto program = arguments[0];
    const auto target = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    std::string why;
    const auto process = faultline::test::runUntilCrash(program, arguments, why,
                                                        faultline::test::ProgramOutput::Kept);
    if (!process) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), why.c_str());
        return 1;
    }
    const auto bytes = hasData ? faultline::test::writeDataMinidump(*process)
                               : faultline::test::writeMinidump(*process);
    std::ofstream file(target, std::ios::binary);
    for (const auto byte : bytes)
        file.put(static_cast<char>(byte));
    return file.good() ? 0 : 1;
}
