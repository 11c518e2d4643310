// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/process_facts.h"

#include "core/base/descriptor_limit.h"
#include "core/base/folder_walk.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace faultline::server {

namespace {

/// The number of a line of /proc/self/status (proc(5)), such as "Threads:\t34".
std::optional<std::uint64_t> statusNumber(std::string_view name)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name))
            continue;
        return std::strtoull(line.c_str() + name.size(), nullptr, 10);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> openFiles()
{
    auto walk = FolderWalk::begin("/proc/self/fd");
    if (!walk)
        return std::nullopt;
    std::uint64_t count = 0;
    while (walk->next() != nullptr)
        ++count;
    return count == 0 ? std::nullopt : std::optional(count - 1); // The listing is one.
}

} // namespace

std::optional<std::uint64_t> residentBytes()
{
    const auto kilobytes = statusNumber("VmRSS:");
    return kilobytes ? std::optional(*kilobytes * 1024) : std::nullopt;
}

ProcessFacts readProcessFacts()
{
    return {.id = static_cast<std::uint64_t>(::getpid()),
            .threads = statusNumber("Threads:"),
            .openFiles = openFiles(),
            .mostOpenFiles = descriptorLimit(),
            .memoryBytes = residentBytes()};
}

} // namespace faultline::server
