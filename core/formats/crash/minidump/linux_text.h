#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <map>

namespace faultline::minidump {

using TextPairs = std::vector<std::pair<std::string, std::string>>;

/// The streams in which Breakpad and Crashpad keep files of /proc and /etc as they were
/// (docs/spec/stackwalk.md §3.11). They are text of the crashed machine: nothing in them is an
/// error, lines that do not fit are skipped.

/// "key<separator>value" lines, blanks trimmed and surrounding double quotes removed: cpuinfo and
/// status (':').
TextPairs readKeyValueLines(const StreamScope& scope, char separator);

/// "key=value" records separated by NUL, or by line ends when there is no NUL: environ.
TextPairs readEnvironment(const StreamScope& scope);

/// NUL-separated arguments: cmdline.
std::vector<std::string> readCommandLine(const StreamScope& scope);

/// lsb-release or os-release: the keys id, release, codename and description.
std::map<std::string, std::string> readLsbRelease(const StreamScope& scope);

/// /proc/pid/limits, without its head line.
std::vector<ProcessLimit> readLimits(const StreamScope& scope);

/// /proc/pid/auxv as name ("AT_ENTRY", or the number) and value; `wordBytes` is 4 or 8.
std::vector<std::pair<std::string, std::uint64_t>> readAuxv(const StreamScope& scope,
                                                            unsigned wordBytes);

struct LinuxMapping
{
    MemoryRegion region;
    std::uint64_t fileOffset = 0;
};

/// /proc/pid/maps, also smaps: one region per mapping.
std::vector<LinuxMapping> readLinuxMaps(const StreamScope& scope);

} // namespace faultline::minidump
