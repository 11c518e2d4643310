// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/process_temp_folder.h"

#include "core/base/file.h"
#include "core/base/hex.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

fs::path lockPathOf(const fs::path& folder)
{
    return folder.string() + ".lock";
}

bool tryLock(int fd)
{
    return ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/// Another process may lock and remove the file between our opening and locking it.
bool isStillThere(int fd, const fs::path& path)
{
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino;
}

void removeIfAbandoned(const fs::path& lockPath)
{
    const int fd = ::open(lockPath.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    if (tryLock(fd) && isStillThere(fd, lockPath)) {
        std::error_code ignored;
        auto folder = lockPath;
        fs::remove_all(folder.replace_extension(), ignored);
        fs::remove(lockPath, ignored);
    }
    ::close(fd);
}

/// Another process has removed the lock file of a living process, or the process has just ended.
/// Work that is a day old is no longer running.
void removeIfOld(const fs::path& path)
{
    constexpr auto kOld = std::chrono::hours(24);
    std::error_code error;
    const auto changed = fs::last_write_time(path, error);
    if (!error && fs::file_time_type::clock::now() - changed > kOld &&
        !fs::exists(lockPathOf(path), error) && !error)
        fs::remove_all(path, error);
}

} // namespace

void ProcessTempFolder::removeAbandoned(const fs::path& root)
{
    std::error_code error;
    for (fs::directory_iterator entry(root, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".lock")
            removeIfAbandoned(entry->path());
        else
            removeIfOld(entry->path());
    }
}

Result<ProcessTempFolder> ProcessTempFolder::create(const fs::path& root)
{
    constexpr int kAttempts = 8;
    std::error_code ignored;
    fs::create_directories(root, ignored);
    removeAbandoned(root);
    std::random_device random;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const auto name = hexDigits((std::uint64_t{random()} << 32) | random(), 16);
        const auto folder = root / name;
        const auto lockPath = lockPathOf(folder);
        const int fd = ::open(lockPath.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        if (fd < 0)
            return std::unexpected(errorFromErrno(errno, "create", lockPath));
        if (tryLock(fd) && isStillThere(fd, lockPath)) {
            fs::create_directories(folder, ignored);
            return ProcessTempFolder(folder, fd);
        }
        ::close(fd);
    }
    return fail(ErrorKind::Internal, "no temporary folder could be locked in ", root.string());
}

ProcessTempFolder::ProcessTempFolder(ProcessTempFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_lockFd(std::exchange(other.m_lockFd, -1))
{
}

ProcessTempFolder::~ProcessTempFolder()
{
    if (m_lockFd < 0)
        return;
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    fs::remove(lockPathOf(m_path), ignored);
    ::close(m_lockFd);
}

} // namespace faultline::cache
