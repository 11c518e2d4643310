// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>

namespace faultline::test {

/// Records all log lines.
class RecordingLog final : public LogSink
{
public:
    void write(LogLevel, std::string_view category, std::string_view message) override
    {
        const std::lock_guard lock(m_mutex);
        m_text += concat(category, ": ", message, "\n");
    }

    std::string all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    mutable std::mutex m_mutex; // Guards m_text.
    std::string m_text;
};

/// Names and content of all files below a folder.
inline std::string everythingBelow(const std::filesystem::path& folder)
{
    std::string all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        all += entry.path().string() + "\n";
        if (!entry.is_regular_file())
            continue;
        std::ifstream file(entry.path(), std::ios::binary);
        all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
}

} // namespace faultline::test
