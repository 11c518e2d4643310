// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder.h"

#include "core/base/descriptor_limit.h"
#include "core/base/file.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>

namespace faultline {

namespace {

namespace fs = std::filesystem;

/// Enough to resolve names below it; reading the folder itself needs another descriptor.
constexpr int kPlace = O_PATH | O_DIRECTORY | O_CLOEXEC;

mode_t modeOf(Folder::Access access)
{
    return access == Folder::Access::OwnerOnly ? 0700 : 0777;
}

int flagsOf(Folder::Mode mode)
{
    switch (mode) {
    case Folder::Mode::Read: break;
    case Folder::Mode::Write: return O_RDWR;
    case Folder::Mode::Append: return O_WRONLY | O_APPEND;
    }
    return O_RDONLY;
}

/// The steps of a relative path. Empty ones count as none.
std::vector<std::string> stepsOf(std::string_view place)
{
    std::vector<std::string> steps;
    while (!place.empty()) {
        const auto end = std::min(place.find('/'), place.size());
        if (end > 0)
            steps.emplace_back(place.substr(0, end));
        place.remove_prefix(std::min(end + 1, place.size()));
    }
    return steps;
}

bool isDots(const std::string& name)
{
    return name == "." || name == "..";
}

/// Like create_directories(), but not for others to read or write.
void makeFolders(const fs::path& path, mode_t mode)
{
    fs::path made;
    for (const auto& part : path) {
        made /= part;
        ::mkdir(made.c_str(), mode); // If this fails, opening the path tells why.
    }
}

struct CloseFolder
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

} // namespace

Result<Folder> Folder::open(const fs::path& path)
{
    const int fd = openWhenPossible([&] { return ::open(path.c_str(), kPlace); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "open", path));
    return Folder(Descriptor(fd), path);
}

Result<Folder> Folder::openOrMake(const fs::path& path, Access access)
{
    auto folder = open(path);
    if (folder || folder.error().kind != ErrorKind::NotFound)
        return folder;
    makeFolders(path, modeOf(access));
    return open(path);
}

Result<Folder> Folder::step(const std::string& name) const
{
    if (isDots(name))
        return fail(ErrorKind::Unsupported, "a step of a path in ", m_path.string(), " is ", name);
    const int fd =
        openWhenPossible([&] { return ::openat(descriptor(), name.c_str(), kPlace | O_NOFOLLOW); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "open", m_path / name));
    return Folder(Descriptor(fd), m_path / name);
}

Result<Folder> Folder::inner(std::string_view place) const
{
    const int copy = openWhenPossible([&] { return ::fcntl(descriptor(), F_DUPFD_CLOEXEC, 0); });
    if (copy < 0)
        return std::unexpected(errorFromErrno(errno, "open", m_path));
    Folder at(Descriptor(copy), m_path);
    for (const auto& name : stepsOf(place)) {
        FL_TRY(at, at.step(name));
    }
    return at;
}

Result<Folder> Folder::makeInner(std::string_view place, Access access) const
{
    FL_TRY(auto at, inner({}));
    for (const auto& name : stepsOf(place)) {
        const bool isMade = ::mkdirat(at.descriptor(), name.c_str(), modeOf(access)) == 0;
        const int code = errno;
        if (!isMade && code != EEXIST)
            return std::unexpected(errorFromErrno(code, "create", at.path() / name));
        auto next = at.step(name);
        if (!next && at.find(name))
            return fail(next.error().kind == ErrorKind::NotFound ? ErrorKind::Unsupported
                                                                 : next.error().kind,
                        next.error().detail, "; expected a folder, no link");
        FL_TRY(at, std::move(next));
    }
    return at;
}

Result<std::vector<std::string>> Folder::names() const
{
    const int fd = openWhenPossible(
        [&] { return ::openat(descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "list", m_path));
    const std::unique_ptr<DIR, CloseFolder> listing(::fdopendir(fd));
    if (!listing) {
        ::close(fd);
        return std::unexpected(errorFromErrno(ENOMEM, "list", m_path));
    }
    std::vector<std::string> names;
    errno = 0;
    while (const auto* entry = ::readdir(listing.get())) {
        if (!isDots(entry->d_name))
            names.emplace_back(entry->d_name);
        errno = 0;
    }
    if (errno != 0)
        return std::unexpected(errorFromErrno(errno, "list", m_path));
    std::ranges::sort(names);
    return names;
}

Result<struct stat> Folder::status() const
{
    struct stat info = {};
    if (::fstat(descriptor(), &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", m_path));
    return info;
}

std::optional<struct stat> Folder::find(const std::string& name) const
{
    struct stat info = {};
    if (::fstatat(descriptor(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        return std::nullopt;
    return info;
}

Result<Descriptor> Folder::openFile(const std::string& name, Mode mode) const
{
    // Non-blocking because of pipes, which would wait for another process.
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flagsOf(mode);
    const int fd = openWhenPossible([&] { return ::openat(descriptor(), name.c_str(), flags); });
    if (fd < 0 && (errno == ELOOP || errno == ENXIO || errno == EISDIR))
        return fail(ErrorKind::Unsupported, "not a regular file: ", (m_path / name).string());
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "open", m_path / name));
    Descriptor file(fd);
    struct stat info = {};
    if (::fstat(fd, &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", m_path / name));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorKind::Unsupported, "not a regular file: ", (m_path / name).string());
    return file;
}

Result<void> Folder::removeFile(const std::string& name) const
{
    if (::unlinkat(descriptor(), name.c_str(), 0) != 0)
        return std::unexpected(errorFromErrno(errno, "remove", m_path / name));
    return {};
}

bool Folder::removeEmptyFolder(const std::string& name) const
{
    return ::unlinkat(descriptor(), name.c_str(), AT_REMOVEDIR) == 0;
}

bool Folder::removeTree(const std::string& name, UserId user) const
{
    constexpr int kMostLevels = 32;
    return removeTree(name, user, kMostLevels);
}

bool Folder::removeTree(const std::string& name, UserId user, int depth) const
{
    const auto info = find(name);
    if (!info)
        return true;
    if (info->st_uid != user)
        return false;
    if (!S_ISDIR(info->st_mode))
        return removeFile(name).has_value();
    const auto folder = step(name);
    const auto opened = folder ? folder->status() : std::unexpected(folder.error());
    const auto here = status();
    if (!opened || !here || opened->st_uid != user || opened->st_dev != here->st_dev)
        return false;
    return folder->removeContent(user, depth) && removeEmptyFolder(name);
}

/// Removes as much as can be removed.
bool Folder::removeContent(UserId user, int depth) const
{
    const auto content = names();
    if (!content || depth == 0)
        return false;
    bool isAll = true;
    for (const auto& name : *content)
        isAll = removeTree(name, user, depth - 1) && isAll;
    return isAll;
}

} // namespace faultline
