#pragma once

#include <string>
#include <string_view>

namespace faultline::jvmtext {

/// What logcat puts in front of a message. Sources: system/logging liblog/logprint.cpp,
/// docs/spec/jvm.md §11.1.
struct LogPrefix
{
    std::size_t sizeBytes = 0; ///< Of the prefix; 0: the line has none.
    /// Process, thread and tag as far as the format has them: lines of one writer share it.
    std::string writer;
};

/// Recognises threadtime (also with year, microseconds, zone and user), time, brief, tag, process
/// and thread formats, and Android Studio's.
LogPrefix logPrefixOf(std::string_view line);

} // namespace faultline::jvmtext
