// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace faultline::cache {

/// A folder for the temporary files of one process: `<root>/<random>`, with a lock on
/// `<root>/<random>.lock`. Creating one removes the folders of processes that have ended, and no
/// others.
class ProcessTempFolder
{
public:
    static Result<ProcessTempFolder> create(const std::filesystem::path& root);

    /// Removes the folders below `root` whose process has ended.
    static void removeAbandoned(const std::filesystem::path& root);

    ProcessTempFolder(ProcessTempFolder&& other) noexcept;
    ProcessTempFolder& operator=(ProcessTempFolder&&) = delete;
    /// Removes the folder.
    ~ProcessTempFolder();

    const std::filesystem::path& path() const { return m_path; }

private:
    ProcessTempFolder(std::filesystem::path path, int lockFd)
        : m_path(std::move(path)), m_lockFd(lockFd)
    {
    }

    std::filesystem::path m_path;
    int m_lockFd = -1;
};

} // namespace faultline::cache
