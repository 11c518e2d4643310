// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/kept_file.h"

#include "core/base/descriptor_limit.h"
#include "core/base/file.h"
#include "core/base/hex.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::app {

namespace fs = std::filesystem;

namespace {

/// Asking for the mask means to set it; for that moment nobody else gets anything.
mode_t creationMask()
{
    const auto mask = ::umask(0077);
    ::umask(mask);
    return mask;
}

std::optional<struct stat> statusOf(const fs::path& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 ? std::optional(info) : std::nullopt;
}

/// The number in the name of one of this process's open files.
std::optional<int> ownDescriptor(const fs::path& path)
{
    const auto text = fs::absolute(path).lexically_normal().string();
    if (text == "/dev/stdout")
        return STDOUT_FILENO;
    if (text == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        const auto number =
            text.starts_with(folder) ? parseDecimal(text.substr(folder.size())) : std::nullopt;
        if (number && *number <= std::numeric_limits<int>::max())
            return static_cast<int>(*number);
    }
    return std::nullopt;
}

/// A link's target, so that the link stays.
fs::path withoutLinks(const fs::path& path)
{
    std::error_code missing;
    const auto real = fs::canonical(path, missing);
    return missing ? path : real;
}

fs::path folderOf(const fs::path& path)
{
    return fs::absolute(path).parent_path();
}

/// The file that has an input; absent if there is none.
std::optional<struct stat> containerOf(const fs::path& input)
{
    for (auto at = fs::absolute(input); at != at.parent_path(); at = at.parent_path()) {
        const auto info = statusOf(at);
        if (info)
            return S_ISREG(info->st_mode) ? info : std::nullopt;
    }
    return std::nullopt;
}

Result<void> writeAll(int fd, Bytes bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        const auto count = ::write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::unexpected(errorFromErrno(errno, "write", path));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<Descriptor> openToWrite(const fs::path& path, int flags)
{
    const int fd = openWhenPossible(
        [&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0666); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "write", path));
    return Descriptor(fd);
}

} // namespace

bool isStream(const fs::path& path)
{
    const auto info = statusOf(path);
    return ownDescriptor(path) || (info && !S_ISDIR(info->st_mode) && !S_ISREG(info->st_mode));
}

Result<Descriptor> openStream(const fs::path& path)
{
    const auto own = ownDescriptor(path);
    if (!own)
        return openToWrite(path, O_APPEND);
    // Opening it again would lose the place in the file, and fails for sockets.
    const int fd = openWhenPossible([&] { return ::fcntl(*own, F_DUPFD_CLOEXEC, 0); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "write", path));
    return Descriptor(fd);
}

Result<void> checkIsNoInput(const fs::path& output, const std::vector<fs::path>& inputs)
{
    const auto target = statusOf(output);
    if (!target || isStream(output))
        return {};
    for (const auto& input : inputs) {
        const auto file = containerOf(input);
        if (file && file->st_ino == target->st_ino && file->st_dev == target->st_dev)
            return fail(ErrorKind::Unsupported, "cannot write ", output.string(),
                        ": it is an input as well");
    }
    return {};
}

Result<void> keepForUser(TempFile& file, const fs::path& path)
{
    // On file systems without permissions there is nothing to set.
    if (const auto replaced = statusOf(path)) {
        file.giveTo(replaced->st_uid, replaced->st_gid);
        static_cast<void>(file.setMode(replaced->st_mode & 0777));
    } else {
        static_cast<void>(file.setMode(0666 & ~creationMask()));
    }
    return file.keepAs(path);
}

/// A file in a folder that we may not change can only be written itself, and so can a link's target
/// that does not exist yet.
UserFile::Way UserFile::wayTo(const fs::path& path)
{
    if (isStream(path))
        return Way::Stream;
    std::error_code ignored;
    const bool isDangling = fs::is_symlink(path, ignored) && !fs::exists(path, ignored);
    const bool isStuck = fs::exists(path, ignored) && ::access(folderOf(path).c_str(), W_OK) != 0;
    return isDangling || isStuck ? Way::Copy : Way::Rename;
}

Result<UserFile> UserFile::create(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_directory(folderOf(path), ignored))
        return fail(ErrorKind::NotFound, "cannot write ", path.string(), ": the folder ",
                    folderOf(path).string(), " does not exist");
    if (fs::is_directory(path, ignored))
        return fail(ErrorKind::Unsupported, "cannot write ", path.string(), ": it is a folder");
    const auto target = isStream(path) ? path : withoutLinks(path);
    const auto way = wayTo(target);
    // Where it can be renamed from, or, if it is copied, where files of that life belong.
    auto content =
        TempFile::createNameless(way == Way::Rename ? folderOf(target) : fs::temp_directory_path());
    if (!content)
        return fail(content.error().kind, "cannot write ", path.string(), ": ",
                    content.error().detail);
    return UserFile(target, *std::move(content), way);
}

Result<void> UserFile::keep()
{
    if (m_way != Way::Rename)
        return copy();
    const auto kept = keepForUser(m_content, m_path);
    // A file that is mounted by itself, as containers have them, cannot be replaced.
    if (kept || m_content.isInMemory() || !statusOf(m_path))
        return kept;
    return copy();
}

Result<void> UserFile::copy() const
{
    FL_TRY(const auto bytes, m_content.map());
    FL_TRY(const auto file,
           m_way == Way::Stream ? openStream(m_path) : openToWrite(m_path, O_CREAT | O_TRUNC));
    return writeAll(file.get(), bytes.span(), m_path);
}

} // namespace faultline::app
