// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_temp_folder.h"

#include "core/base/descriptor_limit.h"
#include "core/base/file.h"
#include "core/base/random_id.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace faultline {

namespace {

constexpr std::string_view kLockSuffix = ".lock";

std::string lockNameOf(const std::string& name)
{
    return concat(name, kLockSuffix);
}

/// What a lock says. It names its folder, so that a copy of it proves nothing.
std::string lockTextOf(const std::string& name)
{
    return concat("faultline temporary files ", name, "\n");
}

bool isFolderName(std::string_view name, std::string_view prefix)
{
    return name.starts_with(prefix) && isRandomName(name.substr(prefix.size()));
}

bool tryLock(int fd)
{
    return ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/// Another process may lock and remove the file between our opening and locking it.
bool isStillThere(int fd, const Folder& folder, const std::string& name)
{
    struct stat opened = {};
    const auto named = folder.find(name);
    return ::fstat(fd, &opened) == 0 && named && opened.st_ino == named->st_ino &&
           opened.st_dev == named->st_dev;
}

Result<Folder> findPlace(const ProcessTempPlace& place)
{
    FL_TRY(const auto root, Folder::open(place.root));
    return root.inner(place.inner);
}

/// Opens the folder that holds the processes' folders, and makes it if it is missing.
Result<Folder> openPlace(const ProcessTempPlace& place)
{
    FL_TRY(const auto root, Folder::open(place.root));
    FL_TRY(auto folder, root.makeInner(place.inner));
    FL_TRY(const auto info, folder.status());
    if (!place.inner.empty() && !isTrustedOwner(info.st_uid, ::geteuid()))
        return fail(ErrorKind::PermissionDenied, folder.path().string(), " belongs to user ",
                    info.st_uid, ", expected ", ::geteuid());
    return folder;
}

Result<Folder> openOwn(const Folder& parent, const std::string& name)
{
    FL_TRY(auto folder, parent.makeInner(name));
    FL_TRY(const auto info, folder.status());
    if (info.st_uid != ::geteuid())
        return fail(ErrorKind::PermissionDenied, folder.path().string(), " belongs to user ",
                    info.st_uid, ", expected ", ::geteuid());
    return folder;
}

/// Returns a new lock that this process holds; invalid when another process was faster and removed
/// it. Errors: those of the system.
Result<Descriptor> makeLock(const Folder& parent, const std::string& name)
{
    const auto lockName = lockNameOf(name);
    Descriptor lock(openWhenPossible([&] {
        return ::openat(parent.descriptor(), lockName.c_str(),
                        O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0600);
    }));
    if (lock.get() < 0)
        return std::unexpected(errorFromErrno(errno, "create", parent.path() / lockName));
    if (!tryLock(lock.get()) || !isStillThere(lock.get(), parent, lockName))
        return Descriptor(-1);
    const auto text = lockTextOf(name);
    if (::write(lock.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        const auto error = errorFromErrno(errno, "write", parent.path() / lockName);
        static_cast<void>(parent.removeFile(lockName));
        return std::unexpected(error);
    }
    return lock;
}

/// Is the lock one that this program made for the folder?
bool isOurLock(int fd, const std::string& name, bool allowEmpty)
{
    struct stat info = {};
    if (::fstat(fd, &info) != 0 || info.st_uid != ::geteuid())
        return false;
    if (info.st_size == 0)
        return allowEmpty;
    const auto expected = lockTextOf(name);
    std::array<char, 128> text{};
    const auto count = ::pread(fd, text.data(), text.size(), 0);
    return count >= 0 && std::string_view(text.data(), static_cast<std::size_t>(count)) == expected;
}

void removeIfAbandoned(const Folder& parent, const std::string& name, bool isOurs)
{
    const auto lockName = lockNameOf(name);
    const auto lock = parent.openFile(lockName, Folder::Mode::Write);
    if (!lock || !isOurLock(lock->get(), name, isOurs))
        return;
    if (tryLock(lock->get()) && isStillThere(lock->get(), parent, lockName) &&
        parent.removeTree(name, ::geteuid()))
        static_cast<void>(parent.removeFile(lockName));
}

/// Somebody has removed the lock of a living process. Work that is a day old is no longer running.
void removeIfOld(const Folder& parent, const std::string& name)
{
    constexpr auto kOld = std::chrono::hours(24);
    const auto info = parent.find(name);
    if (!info || !S_ISDIR(info->st_mode) || parent.find(lockNameOf(name)))
        return;
    const auto changed =
        std::chrono::system_clock::time_point(std::chrono::seconds(info->st_mtim.tv_sec));
    if (std::chrono::system_clock::now() - changed > kOld)
        parent.removeTree(name, ::geteuid());
}

void removeAbandonedIn(const Folder& parent, const ProcessTempPlace& place)
{
    const auto names = parent.names();
    if (!names)
        return;
    for (const auto& name : *names) {
        const bool isLock = name.ends_with(kLockSuffix);
        const auto folder = isLock ? name.substr(0, name.size() - kLockSuffix.size()) : name;
        if (!isFolderName(folder, place.prefix))
            continue;
        if (isLock)
            removeIfAbandoned(parent, folder, place.isOurs);
        else if (place.isOurs)
            removeIfOld(parent, folder);
    }
}

} // namespace

void ProcessTempFolder::removeAbandoned(const ProcessTempPlace& place)
{
    if (const auto parent = findPlace(place))
        removeAbandonedIn(*parent, place);
}

Result<ProcessTempFolder> ProcessTempFolder::create(ProcessTempPlace place)
{
    constexpr int kAttempts = 8;
    FL_TRY(const auto parent, openPlace(place));
    removeAbandonedIn(parent, place);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        auto name = concat(place.prefix, randomName());
        FL_TRY(auto lock, makeLock(parent, name));
        if (lock.get() < 0)
            continue;
        ProcessTempFolder made(std::move(place), std::move(name), std::move(lock));
        FL_TRY([[maybe_unused]] const auto folder, openOwn(parent, made.m_name));
        return made;
    }
    return fail(ErrorKind::Internal, "no temporary folder could be locked in ",
                parent.path().string());
}

Result<Folder> ProcessTempFolder::open() const
{
    FL_TRY(const auto parent, openPlace(m_place));
    return openOwn(parent, m_name);
}

ProcessTempFolder::~ProcessTempFolder()
{
    if (m_lock.get() < 0)
        return;
    const auto parent = findPlace(m_place);
    if (parent && parent->removeTree(m_name, ::geteuid()))
        static_cast<void>(parent->removeFile(lockNameOf(m_name)));
}

} // namespace faultline
