#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace faultline::cache {

/// A folder for one process's temporary files: `<root>/<random>`, held by a lock on
/// `<root>/<random>.lock`. Making one removes those whose process is gone, and no other's.
class ProcessTempFolder
{
public:
    static Result<ProcessTempFolder> create(const std::filesystem::path& root);

    /// Removes the folders below `root` whose process is gone.
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
