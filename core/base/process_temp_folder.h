// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/base/folder.h"

#include <filesystem>
#include <string>

namespace faultline {

/// Where processes have their folders for temporary files.
struct ProcessTempPlace
{
    std::filesystem::path root; ///< Exists. The user chose it, so links in it are followed.
    std::string inner{};        ///< A folder below it, which is made; links are not followed.
    std::string prefix{};       ///< Of the names, where other programs have files too.
    /// The place is known to be this program's. Only then is removed what earlier versions left,
    /// whose locks do not tell whose they are.
    bool isOurs = false;
};

/// A folder for the temporary files of one process: `<prefix><random>`, with a lock on
/// `<prefix><random>.lock`, whose content tells that this program made both. Creating one removes
/// the folders of processes that have ended, and nothing else. Only its owner may enter it.
class ProcessTempFolder
{
public:
    /// Errors: those of the system; Unsupported (the inner folder is a link or a file),
    /// PermissionDenied (it belongs to another user).
    static Result<ProcessTempFolder> create(ProcessTempPlace place);

    /// Removes the folders whose process has ended.
    static void removeAbandoned(const ProcessTempPlace& place);

    ProcessTempFolder(ProcessTempFolder&& other) noexcept = default;
    ProcessTempFolder& operator=(ProcessTempFolder&&) = delete;
    /// Removes the folder with everything in it.
    ~ProcessTempFolder();

    /// Opens the folder, and makes it again if somebody has removed it. Errors: as for create().
    Result<Folder> open() const;

    std::filesystem::path path() const { return m_place.root / m_place.inner / m_name; }

private:
    ProcessTempFolder(ProcessTempPlace place, std::string name, Descriptor lock)
        : m_place(std::move(place)), m_name(std::move(name)), m_lock(std::move(lock))
    {
    }

    ProcessTempPlace m_place;
    std::string m_name;
    Descriptor m_lock; ///< Invalid after a move.
};

} // namespace faultline
