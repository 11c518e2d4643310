// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/minidump/linux_text.h"

namespace faultline::minidump {

namespace {

std::string_view takeWord(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const auto word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
    line.remove_prefix(word.size());
    return word;
}

std::string kindOf(std::string_view path)
{
    if (path.empty())
        return "private";
    if (path.starts_with("[stack"))
        return "stack";
    if (path == "[heap]")
        return "heap";
    return path.starts_with('[') ? "special" : "mapped";
}

/// "00400000-0041a000 r-xp 00000000 08:01 1234  /usr/bin/app"; proc(5). smaps has other lines in
/// between.
std::optional<LinuxMapping> parseMapping(std::string_view line)
{
    const auto range = takeWord(line);
    const auto dash = range.find('-');
    if (dash == std::string_view::npos)
        return std::nullopt;
    const auto begin = parseHex(range.substr(0, dash));
    const auto end = parseHex(range.substr(dash + 1));
    const auto permissions = takeWord(line);
    if (!begin || !end || *end <= *begin || permissions.size() < 4)
        return std::nullopt;
    LinuxMapping mapping;
    mapping.fileOffset = parseHex(takeWord(line)).value_or(0);
    takeWord(line); // Device and inode.
    takeWord(line);
    MemoryRegion& region = mapping.region;
    region.address = *begin;
    region.sizeBytes = *end - *begin;
    region.readable = permissions[0] == 'r';
    region.writable = permissions[1] == 'w';
    region.executable = permissions[2] == 'x';
    region.owner =
        toValidUtf8(trimAscii(line)); // The path may have blanks, and bytes that are not UTF-8.
    region.kind = kindOf(region.owner);
    return mapping;
}

} // namespace

std::vector<LinuxMapping> readLinuxMaps(const StreamScope& scope)
{
    std::vector<LinuxMapping> mappings;
    for (const auto line : splitLines(scope.stream.bytes.text())) {
        if (mappings.size() >= scope.dump.limits().maxMemoryRanges)
            break;
        if (auto mapping = parseMapping(line))
            mappings.push_back(std::move(*mapping));
    }
    return mappings;
}

} // namespace faultline::minidump
