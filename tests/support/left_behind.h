// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
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

/// Names and content of all files below a folder, in the order of their names.
inline std::string everythingBelow(const std::filesystem::path& folder)
{
    std::set<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        paths.insert(entry.path());
    std::string all;
    for (const auto& path : paths) {
        all += path.string() + "\n";
        if (!std::filesystem::is_regular_file(path))
            continue;
        std::ifstream file(path, std::ios::binary);
        all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
}

} // namespace faultline::test
