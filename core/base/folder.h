// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace faultline {

/// The number of a user (uid).
using UserId = uid_t;

/// Files of root may be relied on: root could change everything else as well.
inline bool isTrustedOwner(UserId owner, UserId user)
{
    return owner == user || owner == 0;
}

/// Could any user of this machine have changed it?
inline bool isWritableForAll(const struct stat& info)
{
    return (info.st_mode & S_IWOTH) != 0;
}

/// An open folder. Names are resolved below it without following a link, and nothing can be
/// exchanged on the way to it. Immutable; thread-safe.
class Folder
{
public:
    /// Who may use what is made.
    enum class Access : std::uint8_t {
        OwnerOnly,
        ByMask, ///< Whom the process's umask lets.
    };

    enum class Mode : std::uint8_t { Read, Write, Append };

    /// Opens the folder at a path that the user chose, so links in it are followed. Errors:
    /// NotFound (also when it is no folder), PermissionDenied, Internal.
    static Result<Folder> open(const std::filesystem::path& path);
    /// The same, but makes what is missing of the path.
    static Result<Folder> openOrMake(const std::filesystem::path& path,
                                     Access access = Access::OwnerOnly);

    /// Opens a folder below this one by a relative path ("a/b"), or this one if that is empty.
    /// Errors as for open(); NotFound if a step is a link.
    Result<Folder> inner(std::string_view place) const;
    /// The same, but makes what is missing. A step that is a link or a file is Unsupported.
    Result<Folder> makeInner(std::string_view place, Access access = Access::OwnerOnly) const;

    /// Where the folder was when it was opened.
    const std::filesystem::path& path() const { return m_path; }

    /// For the calls of the system that take a folder.
    int descriptor() const { return m_descriptor.get(); }

    /// Sorted names of everything in the folder. Errors: PermissionDenied, Internal.
    Result<std::vector<std::string>> names() const;

    /// The owner, mode and times of the folder itself. Errors: Internal.
    Result<struct stat> status() const;
    /// The owner, mode, size and times of a file or folder in this one. A link is not followed.
    /// Absent when the name does not exist.
    std::optional<struct stat> find(const std::string& name) const;

    /// Opens a regular file. Errors: NotFound, PermissionDenied, Unsupported (a link, a folder or
    /// another thing), Internal.
    Result<Descriptor> openFile(const std::string& name, Mode mode = Mode::Read) const;

    /// Removes the name of anything but a folder. Errors: those of the system; a missing name is
    /// NotFound.
    Result<void> removeFile(const std::string& name) const;
    /// Removes a folder that has nothing in it. Returns false when it has something in it, is not a
    /// folder, or cannot be removed.
    bool removeEmptyFolder(const std::string& name) const;

    /// Removes the folder with everything in it, as far as it belongs to the user and lies in the
    /// same file system. Returns whether the name is free afterwards.
    bool removeTree(const std::string& name, UserId user) const;

private:
    Folder(Descriptor descriptor, std::filesystem::path path)
        : m_descriptor(std::move(descriptor)), m_path(std::move(path))
    {
    }

    Result<Folder> step(const std::string& name) const;
    bool removeTree(const std::string& name, UserId user, int depth) const;
    bool removeContent(UserId user, int depth) const;

    Descriptor m_descriptor;
    std::filesystem::path m_path;
};

} // namespace faultline
