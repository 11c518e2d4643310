// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/kept_file.h"

#include "core/base/file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <sys/stat.h>

namespace faultline::app {

namespace fs = std::filesystem;

namespace {

struct Closer
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Asking for the mask means to set it; for that moment nobody else gets anything.
mode_t creationMask()
{
    const auto mask = ::umask(0077);
    ::umask(mask);
    return mask;
}

/// The result is collected where it can be renamed from, or, if it is copied, where files of that
/// life belong.
fs::path collectingFolder(const fs::path& path, bool isInPlace)
{
    return isInPlace ? fs::temp_directory_path() : fs::absolute(path).parent_path();
}

} // namespace

Result<void> keepForUser(TempFile& file, const fs::path& path)
{
    std::error_code ignored; // On file systems without permissions there is nothing to set.
    fs::permissions(file.path(), static_cast<fs::perms>(0666 & ~creationMask()), ignored);
    return file.keepAs(path);
}

Result<UserFile> UserFile::create(const fs::path& path)
{
    std::error_code ignored;
    const auto folder = fs::absolute(path).parent_path();
    if (!fs::is_directory(folder, ignored))
        return fail(ErrorKind::NotFound, "cannot write ", path.string(), ": the folder ",
                    folder.string(), " does not exist");
    if (fs::is_directory(path, ignored))
        return fail(ErrorKind::Unsupported, "cannot write ", path.string(), ": it is a folder");
    const auto present = fs::symlink_status(path, ignored);
    const bool isInPlace = fs::exists(present) && !fs::is_regular_file(present);
    FL_TRY(auto content, TempFile::create(collectingFolder(path, isInPlace)));
    return UserFile(path, std::move(content), isInPlace);
}

Result<void> UserFile::keep()
{
    return m_isInPlace ? writeInPlace() : keepForUser(m_content, m_path);
}

Result<void> UserFile::writeInPlace() const
{
    FL_TRY(const auto bytes, m_content.map());
    std::unique_ptr<std::FILE, Closer> file(std::fopen(m_path.c_str(), "wbe"));
    const bool isWritten = file &&
                           std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                           std::fclose(file.release()) == 0;
    if (!isWritten)
        return std::unexpected(errorFromErrno(errno, "write", m_path));
    return {};
}

} // namespace faultline::app
