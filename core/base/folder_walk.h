// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <dirent.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace faultline {

/// Goes through everything below a folder, each folder before what is in it. Links to folders are
/// not followed, folders that may not be read are passed over. Unlike the iterators of
/// std::filesystem, whose step is noexcept and allocates, it throws when memory runs out.
class FolderWalk
{
public:
    /// Errors: NotFound, PermissionDenied, Internal.
    static Result<FolderWalk> begin(const std::filesystem::path& folder);

    struct Entry
    {
        std::filesystem::path path;
        std::size_t depth = 0; ///< 0: directly in the folder.
        bool isFolder = false; ///< No link; next() goes into it.
    };

    /// Null at the end. The entry is valid until the next call.
    const Entry* next();

    /// The next entry is not below the present one.
    void passOver() { m_entersFolder = false; }

private:
    struct Closer
    {
        void operator()(DIR* stream) const { ::closedir(stream); }
    };

    struct Level
    {
        std::filesystem::path path;
        std::unique_ptr<DIR, Closer> stream;
    };

    static std::optional<Level> open(const std::filesystem::path& folder, int flags);
    void enter();

    std::vector<Level> m_levels;
    Entry m_entry;
    bool m_entersFolder = false;
};

} // namespace faultline
