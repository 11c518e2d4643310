// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/folder_walk.h"

#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

/// The files that paths mean, one after the other: of folders, every file below. Nothing is listed
/// ahead, so a corpus of any size takes the memory of one folder. For one thread at a time.
class CorpusPaths
{
public:
    /// A path "-" stands for the lines of `list`, which must outlive it. The file `except` is
    /// passed over.
    CorpusPaths(std::vector<std::string> paths, std::istream& list, std::filesystem::path except);

    /// Absent at the end. A path that cannot be read is returned as it is.
    std::optional<std::filesystem::path> next();

private:
    std::optional<std::filesystem::path> nextNamed();
    std::optional<std::filesystem::path> nextBelow();
    bool isPassedOver(const std::filesystem::path& path) const;

    const std::vector<std::string> m_paths;
    std::istream& m_list;
    const std::filesystem::path m_except;
    std::size_t m_next = 0;
    bool m_readsList = false;
    std::optional<FolderWalk> m_folder;
};

} // namespace faultline::app
