// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file.h"

#include <mutex>
#include <unordered_set>

namespace faultline::cache {

/// The states of files whose content this process has verified. Thread-safe.
class CheckedFiles
{
public:
    bool contains(const FileIdentity& identity) const
    {
        const std::lock_guard lock(m_mutex);
        return m_files.contains(identity);
    }

    void add(const FileIdentity& identity)
    {
        // Enough for all entries in use. With more, some files are verified again.
        constexpr std::size_t kMostFiles = 100'000;
        const std::lock_guard lock(m_mutex);
        if (m_files.size() >= kMostFiles)
            m_files.clear();
        m_files.insert(identity);
    }

private:
    struct Hash
    {
        std::size_t operator()(const FileIdentity& identity) const
        {
            constexpr std::uint64_t kMultiplier = 0x9e37'79b9'7f4a'7c15;
            return (identity.inode ^ static_cast<std::uint64_t>(identity.mtimeNs)) * kMultiplier;
        }
    };

    mutable std::mutex m_mutex; // Guards m_files.
    std::unordered_set<FileIdentity, Hash> m_files;
};

} // namespace faultline::cache
