// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"

#include <filesystem>

namespace faultline::app {

/// Renames a finished temporary file to `path` and makes it readable like other files of the user
/// (temporary files are readable by their owner only). Errors: those of TempFile::keepAs.
Result<void> keepForUser(TempFile& file, const std::filesystem::path& path);

/// The file that a user named for a command's result. A new or regular file appears at once when it
/// is complete. Everything else (a device, a pipe, a link) is written in place and stays what it
/// is.
class UserFile
{
public:
    /// Errors: NotFound (the folder does not exist), Unsupported (the path is a folder), and those
    /// of TempFile::create.
    static Result<UserFile> create(const std::filesystem::path& path);

    /// The file in which the result is collected.
    TempFile& content() { return m_content; }

    /// Moves or copies the result to its place. Errors: those of the system, with the path.
    Result<void> keep();

private:
    UserFile(std::filesystem::path path, TempFile content, bool isInPlace)
        : m_path(std::move(path)), m_content(std::move(content)), m_isInPlace(isInPlace)
    {
    }

    Result<void> writeInPlace() const;

    std::filesystem::path m_path;
    TempFile m_content;
    bool m_isInPlace;
};

} // namespace faultline::app
