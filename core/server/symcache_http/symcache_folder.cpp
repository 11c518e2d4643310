// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/symcache_folder.h"

#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/base/folder_walk.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::server::symcache_http {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".symcache";
constexpr std::string_view kNegativeExtension = ".negativesymcache";
constexpr std::string_view kWorkFolder = ".temp";

/// Returns the entries with this name in any case. Searches the folder only when no entry has
/// exactly this name.
std::vector<fs::path> entriesNamed(const fs::path& folder, std::string_view name)
{
    std::error_code error;
    if (fs::exists(folder / name, error))
        return {folder / name};
    std::vector<fs::path> found;
    auto walk = FolderWalk::begin(folder);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        walk->passOver();
        if (equalsIgnoreCase(entry->path.filename().string(), name))
            found.push_back(entry->path);
    }
    return found;
}

bool isBelow(const fs::path& path, const fs::path& root)
{
    std::error_code error;
    const auto real = fs::canonical(path, error);
    if (error)
        return false;
    const auto realRoot = fs::canonical(root, error);
    return !error &&
           std::mismatch(realRoot.begin(), realRoot.end(), real.begin(), real.end()).first ==
               realRoot.end();
}

constexpr std::size_t kTimeBytes = 33;

/// Formats as ISO 8601 with 7 digits for the fraction, like .NET. Such times compare as texts.
std::string timeText(SymcacheFolder::TimePoint time)
{
    const auto seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    const auto length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return std::string(text, length) + ".0000000+00:00";
}

/// Another program may have a file with such a name.
bool isTimeText(std::string_view text)
{
    return text.size() == kTimeBytes && text[4] == '-' && text[10] == 'T' && text[19] == '.' &&
           text.ends_with("+00:00");
}

void removeOwn(const fs::path& file)
{
    const auto folder = Folder::open(file.parent_path());
    const auto name = file.filename().string();
    const auto info = folder ? folder->find(name) : std::nullopt;
    if (info && S_ISREG(info->st_mode) && info->st_uid == ::geteuid())
        static_cast<void>(folder->removeFile(name));
}

} // namespace

std::optional<FormatVersion> versionInName(std::string_view fileName, std::string_view pdbName)
{
    const auto prefixBytes = pdbName.size() + 2;
    if (fileName.size() <= prefixBytes + kExtension.size() ||
        !equalsIgnoreCase(fileName.substr(0, prefixBytes), concat(pdbName, "-v")) ||
        !equalsIgnoreCase(fileName.substr(fileName.size() - kExtension.size()), kExtension))
        return std::nullopt;
    fileName.remove_prefix(prefixBytes);
    fileName.remove_suffix(kExtension.size());
    return FormatVersion::parse(fileName);
}

fs::path SymcacheFolder::folderOf(const PdbKey& key) const
{
    return m_folder / key.name / key.folderName();
}

std::vector<fs::path> SymcacheFolder::foldersOf(const PdbKey& key) const
{
    std::vector<fs::path> folders;
    for (const auto& named : entriesNamed(m_folder, key.name))
        std::ranges::move(entriesNamed(named, key.folderName()), std::back_inserter(folders));
    return folders;
}

std::optional<StoredFile> SymcacheFolder::best(const PdbKey& key, const FormatVersion& wanted) const
{
    std::optional<StoredFile> best;
    for (const auto& folder : foldersOf(key)) {
        auto walk = FolderWalk::begin(folder);
        while (const auto* entry = walk ? walk->next() : nullptr) {
            walk->passOver();
            const auto& path = entry->path;
            const auto version = versionInName(path.filename().string(), key.name);
            std::error_code gone;
            if (!version || !isReadableBy(*version, wanted) ||
                (best && *version <= best->version) || !fs::is_regular_file(path, gone) ||
                fs::file_size(path, gone) == 0 || gone || !isBelow(path, m_folder))
                continue;
            best = StoredFile{*version, path, fs::file_size(path, gone)};
        }
    }
    return best;
}

Result<void>
SymcacheFolder::store(const PdbKey& key, const FormatVersion& version, const fs::path& file) const
{
    const auto folder = folderOf(key);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return std::unexpected(errorFromErrno(error.value(), "create", folder));
    const auto target = folder / concat(key.name, "-v", version.text(), kExtension);
    // In contrast to rename(), this never replaces a file.
    fs::create_hard_link(file, target, error);
    if (error && error != std::errc::file_exists)
        return std::unexpected(errorFromErrno(error.value(), "link", target));
    return {};
}

fs::path SymcacheFolder::negativePath(const PdbKey& key, const FormatVersion& version) const
{
    return folderOf(key) / concat(key.name, "-v", version.text(), kNegativeExtension);
}

Result<void> SymcacheFolder::writeNegative(const PdbKey& key,
                                           const FormatVersion& version,
                                           TimePoint expiry) const
{
    FL_TRY(auto file, TempFile::create(folderOf(key)));
    FL_CHECK(file.append(asBytes(timeText(expiry))));
    return file.keepAs(negativePath(key, version));
}

bool SymcacheFolder::hasNegative(const PdbKey& key,
                                 const FormatVersion& version,
                                 TimePoint now) const
{
    const auto path = negativePath(key, version);
    std::ifstream file(path);
    std::string expiry;
    if (!std::getline(file, expiry))
        return false;
    if (expiry > timeText(now))
        return true;
    if (isTimeText(expiry))
        removeOwn(path);
    return false;
}

ProcessTempPlace SymcacheFolder::workPlace() const
{
    return {.root = m_folder, .inner = std::string(kWorkFolder), .prefix = {}, .isOurs = false};
}

Result<ProcessTempFolder> SymcacheFolder::createWorkFolder() const
{
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error)
        return std::unexpected(errorFromErrno(error.value(), "create", m_folder));
    return ProcessTempFolder::create(workPlace());
}

void SymcacheFolder::removeWorkFolders() const
{
    ProcessTempFolder::removeAbandoned(workPlace());
}

} // namespace faultline::server::symcache_http
