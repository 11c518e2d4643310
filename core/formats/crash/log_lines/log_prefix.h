// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline::loglines {

/// The text that a log adds before a message. Sources: system/logging liblog/logprint.cpp,
/// docs/spec/jvm.md §11.1.
struct LogPrefix
{
    std::size_t sizeBytes = 0; ///< Size of the prefix; 0 when the line has none.
    /// Process, thread and tag, as far as the format has them. Equal for lines of one writer.
    std::string writer;
};

/// Recognises logcat's threadtime (also with year, microseconds, zone and user), time, brief, tag,
/// process and thread formats, and those of Android Studio before and since 2022.
LogPrefix logPrefixOf(std::string_view line);

/// Recognises what a system writes before a program's own line: syslog and journalctl's short
/// forms, container runtimes and orchestrators, docker compose, and a time alone.
LogPrefix systemPrefixOf(std::string_view line);

} // namespace faultline::loglines
