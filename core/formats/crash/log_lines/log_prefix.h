// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
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
/// forms, container runtimes and orchestrators, docker compose, and a time alone; and what Ruby's
/// Logger, Sidekiq, Centipede, Fuchsia and Visual Studio's window of output write.
LogPrefix systemPrefixOf(std::string_view line);

/// "2026-11-26T10:00:00.123456789Z stderr P text": a line, or a part of a long one, as the runtimes
/// of Kubernetes log it (CRI).
struct ContainerLine
{
    bool isError = false;   ///< Of the stream stderr.
    bool isPartial = false; ///< The next line of the stream goes on with it.
    std::string_view text;
};

std::optional<ContainerLine> containerLineOf(std::string_view line);

} // namespace faultline::loglines
