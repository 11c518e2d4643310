// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/local_sources.h"

#include "core/model/place_names.h"
#include "core/sources/source_traits.h"

#include <algorithm>
#include <filesystem>

namespace faultline::symbolicate {

namespace {

/// Tells whether `source` already contains every file in `folder`, which would otherwise be read
/// twice.
bool covers(const sources::SourceConfig& source, const std::string& folder)
{
    const auto traits = sources::traitsOf(source);
    const auto& [types, patterns, requiresChecksum] = source.filters;
    std::error_code ignored;
    return traits.listedBy == sources::ListedBy::Scan && types.empty() && patterns.empty() &&
           !requiresChecksum && std::filesystem::equivalent(*traits.folder, folder, ignored);
}

} // namespace

std::vector<sources::SourcePtr> localSources(const std::string& crashFileFolder,
                                             const std::vector<sources::SourceConfig>& configured)
{
    std::vector<sources::SourcePtr> sources;
    if (!crashFileFolder.empty() && std::ranges::none_of(configured, [&](const auto& s) {
            return covers(s, crashFileFolder);
        })) {
        sources::SourceConfig beside;
        beside.id = kBesideCrashFile;
        beside.origin = sources::SourceOrigin::BesideCrashFile;
        beside.where = sources::FolderSource{.path = crashFileFolder, .recursive = false};
        sources.push_back(sources::makeSource(std::move(beside)));
    }
    std::error_code ignored;
    if (std::filesystem::is_directory("/usr/lib/debug/.build-id", ignored)) {
        sources::SourceConfig installed;
        installed.id = kInstalledDebugFiles;
        installed.origin = sources::SourceOrigin::Installed;
        installed.filters.fileTypes = {sources::FileType::ElfDebug};
        installed.where = sources::FilesystemSource{"/usr/lib/debug/.build-id"};
        sources.push_back(sources::makeSource(std::move(installed)));
    }
    return sources;
}

} // namespace faultline::symbolicate
