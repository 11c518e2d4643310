// SPDX-License-Identifier: GPL-3.0-or-later
// sample_dumper [--data] PROGRAM OUT.dmp [ARGUMENT]...: runs a program of ours until it crashes and
// writes the minidump; with the process's data on demand.
// sample_dumper [--data] --attach PID OUT.dmp: writes that of a running process, which goes on.
// With --core it is a core file instead.
#include "tests/support/crash_dump.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace faultline::test;

namespace {

using Arguments = std::vector<std::string>;

bool take(Arguments& arguments, const char* option)
{
    if (arguments.empty() || arguments.front() != option)
        return false;
    arguments.erase(arguments.begin());
    return true;
}

std::optional<CrashedProcess> captured(const Arguments& arguments, bool isRunning, std::string& why)
{
    if (isRunning)
        return captureRunning(
            static_cast<std::uint32_t>(std::strtoul(arguments[0].c_str(), nullptr, 10)), why);
    return runUntilCrash(arguments[0], {arguments.begin() + 2, arguments.end()}, why,
                         ProgramOutput::Kept);
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments(argv + 1, argv + argc);
    const bool hasData = take(arguments, "--data");
    const bool isCore = take(arguments, "--core");
    const bool isRunning = take(arguments, "--attach");
    if (arguments.size() < 2) {
        std::fprintf(stderr,
                     "usage: %s [--data] [--core] PROGRAM OUT [ARGUMENT]...\n"
                     "       %s [--data] [--core] --attach PID OUT\n",
                     argv[0], argv[0]);
        return 2;
    }
    std::string why;
    const auto process = captured(arguments, isRunning, why);
    if (!process) {
        std::fprintf(stderr, "%s: %s\n", arguments[0].c_str(), why.c_str());
        return 1;
    }
    const auto write = isCore ? (hasData ? writeDataCore : writeCore)
                              : (hasData ? writeDataMinidump : writeMinidump);
    const auto bytes = write(*process);
    std::ofstream file(arguments[1], std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return file.good() ? 0 : 1;
}
