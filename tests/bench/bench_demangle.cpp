// SPDX-License-Identifier: GPL-3.0-or-later
// Measures demangling: every line of a file is a name. Prints one JSON line.
#include "core/formats/names/demangle.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace faultline;
using Clock = std::chrono::steady_clock;

int main(int argc, char** argv)
{
    constexpr auto kTime = std::chrono::seconds(2);
    if (argc != 2) {
        std::fputs("usage: bench_demangle FILE\nFILE: one name a line\n", stderr);
        return EXIT_FAILURE;
    }
    std::ifstream file(argv[1]);
    std::vector<std::string> names;
    for (std::string name; std::getline(file, name);)
        names.push_back(name);
    if (names.empty()) {
        std::fprintf(stderr, "%s has no names\n", argv[1]);
        return EXIT_FAILURE;
    }
    std::size_t demangled = 0;
    std::size_t readable = 0;
    const auto start = Clock::now();
    auto now = start;
    for (; now - start < kTime; now = Clock::now()) {
        for (const std::string& name : names)
            readable += demangling::demangle(name, Language::Unknown) != name ? 1 : 0;
        demangled += names.size();
    }
    const double seconds = std::chrono::duration<double>(now - start).count();
    std::printf("{\"names\": %zu, \"readable\": %zu, \"per_second\": %.0f}\n", names.size(),
                readable * names.size() / demangled, static_cast<double>(demangled) / seconds);
    return EXIT_SUCCESS;
}
