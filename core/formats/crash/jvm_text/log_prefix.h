// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline::jvmtext {

/// The text that logcat adds before a message. Sources: system/logging liblog/logprint.cpp,
/// docs/spec/jvm.md §11.1.
struct LogPrefix
{
    std::size_t sizeBytes = 0; ///< Size of the prefix; 0 when the line has none.
    /// Process, thread and tag, as far as the format has them. Equal for lines of one writer.
    std::string writer;
};

/// Recognises threadtime (also with year, microseconds, zone and user), time, brief, tag, process
/// and thread formats, and Android Studio's.
LogPrefix logPrefixOf(std::string_view line);

} // namespace faultline::jvmtext
