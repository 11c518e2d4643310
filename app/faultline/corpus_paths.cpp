// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/corpus_paths.h"

#include <system_error>
#include <utility>

namespace faultline::app {

CorpusPaths::CorpusPaths(std::vector<std::string> paths,
                         std::istream& list,
                         std::filesystem::path except)
    : m_paths(std::move(paths)), m_list(list), m_except(std::move(except))
{
}

std::optional<std::filesystem::path> CorpusPaths::next()
{
    while (true) {
        if (auto found = nextBelow())
            return found;
        auto named = nextNamed();
        if (!named)
            return std::nullopt;
        std::error_code error;
        if (!std::filesystem::is_directory(*named, error))
            return named;
        auto walk = FolderWalk::begin(*named);
        if (!walk)
            return named;
        m_folder.emplace(*std::move(walk));
    }
}

/// The next argument, or the next line of the list.
std::optional<std::filesystem::path> CorpusPaths::nextNamed()
{
    while (true) {
        std::string line;
        while (m_readsList && std::getline(m_list, line)) {
            if (!line.empty())
                return line;
        }
        m_readsList = false;
        if (m_next == m_paths.size())
            return std::nullopt;
        const auto& path = m_paths[m_next++];
        if (path != "-")
            return path;
        m_readsList = true;
    }
}

/// The next file of the folder that is being walked.
std::optional<std::filesystem::path> CorpusPaths::nextBelow()
{
    if (!m_folder)
        return std::nullopt;
    while (const auto* entry = m_folder->next()) {
        std::error_code error;
        if (!entry->isFolder && std::filesystem::is_regular_file(entry->path, error) &&
            !isPassedOver(entry->path))
            return entry->path;
    }
    m_folder.reset();
    return std::nullopt;
}

bool CorpusPaths::isPassedOver(const std::filesystem::path& path) const
{
    std::error_code error;
    return path.filename() == m_except.filename() &&
           std::filesystem::equivalent(path, m_except, error);
}

} // namespace faultline::app
