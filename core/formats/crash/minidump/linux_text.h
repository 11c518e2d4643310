// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <map>

namespace faultline::minidump {

using TextPairs = std::vector<std::pair<std::string, std::string>>;

/// The streams in which Breakpad and Crashpad keep copies of files from /proc and /etc
/// (docs/spec/stackwalk.md §3.11). They hold the crashed machine's text, so nothing in them is an
/// error. Lines that do not match are skipped.

/// Reads lines of the form "key<separator>value": cpuinfo and status (':'). Removes surrounding
/// blanks and double quotes.
TextPairs readKeyValueLines(const StreamScope& scope, char separator);

/// Reads "key=value" records: environ. NUL separates them, or line ends when there is no NUL.
TextPairs readEnvironment(const StreamScope& scope);

/// Reads NUL-separated arguments: cmdline.
std::vector<std::string> readCommandLine(const StreamScope& scope);

/// Reads lsb-release or os-release: the keys id, release, codename and description.
std::map<std::string, std::string> readLsbRelease(const StreamScope& scope);

/// Reads /proc/pid/limits without its first line.
std::vector<ProcessLimit> readLimits(const StreamScope& scope);

/// Reads /proc/pid/auxv as pairs of name ("AT_ENTRY", or the number) and value. `wordBytes` is 4 or
/// 8.
std::vector<std::pair<std::string, std::uint64_t>> readAuxv(const StreamScope& scope,
                                                            unsigned wordBytes);

struct LinuxMapping
{
    MemoryRegion region;
    std::uint64_t fileOffset = 0;
};

/// Reads /proc/pid/maps or smaps: one region per mapping.
std::vector<LinuxMapping> readLinuxMaps(const StreamScope& scope);

} // namespace faultline::minidump
