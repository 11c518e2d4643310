// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_walk.h"

#include "core/base/file.h"

#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline {

namespace {

bool isFolder(const dirent& entry, DIR* stream)
{
    if (entry.d_type != DT_UNKNOWN)
        return entry.d_type == DT_DIR;
    struct stat info = {};
    return ::fstatat(::dirfd(stream), entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(info.st_mode);
}

} // namespace

std::optional<FolderWalk::Level> FolderWalk::open(const std::filesystem::path& folder, int flags)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    if (descriptor < 0)
        return std::nullopt;
    std::unique_ptr<DIR, Closer> stream(::fdopendir(descriptor));
    if (!stream) {
        ::close(descriptor);
        return std::nullopt;
    }
    return Level{.path = folder, .stream = std::move(stream)};
}

Result<FolderWalk> FolderWalk::begin(const std::filesystem::path& folder)
{
    auto level = open(folder, 0);
    if (!level)
        return std::unexpected(errorFromErrno(errno, "open", folder));
    FolderWalk walk;
    walk.m_levels.push_back(*std::move(level));
    return walk;
}

void FolderWalk::enter()
{
    m_entersFolder = false;
    if (auto level = open(m_entry.path, O_NOFOLLOW))
        m_levels.push_back(*std::move(level));
}

const FolderWalk::Entry* FolderWalk::next()
{
    if (m_entersFolder)
        enter();
    while (!m_levels.empty()) {
        const auto& level = m_levels.back();
        const auto* const found = ::readdir(level.stream.get());
        if (found == nullptr) {
            m_levels.pop_back();
            continue;
        }
        const std::string_view name = found->d_name;
        if (name == "." || name == "..")
            continue;
        m_entry = {.path = level.path / name,
                   .depth = m_levels.size() - 1,
                   .isFolder = isFolder(*found, level.stream.get())};
        m_entersFolder = m_entry.isFolder;
        return &m_entry;
    }
    return nullptr;
}

} // namespace faultline
