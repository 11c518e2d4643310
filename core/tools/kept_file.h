// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/base/temp_file.h"

#include <filesystem>
#include <vector>

namespace faultline::app {

/// Renames a finished temporary file to `path` and makes it readable like other files of the user
/// (temporary files are readable by their owner only), or like the file that it replaces. Errors:
/// those of TempFile::keepAs.
Result<void> keepForUser(TempFile& file, const std::filesystem::path& path);

/// Is it something that takes bytes as they come and cannot be replaced: a device, a pipe, or one
/// of this process's open files (/dev/stdout)?
bool isStream(const std::filesystem::path& path);

/// Opens a stream for writing. What it already has stays. Errors: those of the system.
Result<Descriptor> openStream(const std::filesystem::path& path);

/// Ensures that a result does not replace what it is made from. An input may lie in a file that
/// contains it ("upload.zip/app.dmp"). Errors: Unsupported.
Result<void> checkIsNoInput(const std::filesystem::path& output,
                            const std::vector<std::filesystem::path>& inputs);

/// The file that a user named for a command's result. A new or regular file appears at once when it
/// is complete; until then an older one stays, and it keeps its mode and its owner. Links stay, and
/// lead to the new file. A stream is written at the end.
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
    enum class Way : std::uint8_t {
        Rename,
        Copy,   ///< Into a file that cannot be replaced by another one.
        Stream, ///< To a device or pipe.
    };

    UserFile(std::filesystem::path path, TempFile content, Way way)
        : m_path(std::move(path)), m_content(std::move(content)), m_way(way)
    {
    }

    static Way wayTo(const std::filesystem::path& path);
    Result<void> copy() const;

    std::filesystem::path m_path;
    TempFile m_content;
    Way m_way;
};

} // namespace faultline::app
