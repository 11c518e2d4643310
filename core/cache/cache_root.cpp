// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_root.h"

#include "core/base/byte_view.h"
#include "core/base/file.h"
#include "core/base/random_id.h"
#include "core/base/text.h"
#include "core/cache/cache_layout.h"
#include "core/cache/entry_header.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".faultline-cache";
constexpr std::string_view kMarkText = "This is a cache folder of Faultline. Files in the places "
                                       "of entries may be removed at any time.\n";

/// What an earlier version put beside its entries. The ledger is the server's.
constexpr std::array<std::string_view, 2> kOldFiles{"mozilla_tables.ledger",
                                                    "mozilla_tables.ledger.new"};
constexpr std::string_view kLockSuffix = ".lock";

/// The first bytes of a file; fewer at its end or after an error.
std::string readStart(int fd, std::size_t count)
{
    std::string bytes(count, '\0');
    const auto got = ::pread(fd, bytes.data(), count, 0);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
}

bool beginsAsEntry(const Folder& parent, const std::string& name)
{
    const auto file = parent.openFile(name);
    return file && hasEntryMagic(asBytes(readStart(file->get(), kEntryMagicBytes)));
}

bool isMarked(const Folder& folder, UserId user, UserId owner)
{
    const auto info = folder.find(kMark);
    if (!info || isWritableForAll(*info) ||
        !(isTrustedOwner(info->st_uid, user) || info->st_uid == owner))
        return false;
    const auto file = folder.openFile(kMark);
    return file && readStart(file->get(), kMarkText.size() + 1) == kMarkText;
}

/// Does a folder on the way to entries have nothing but such folders, and is the first file that
/// they lead to an entry of ours? One file shows which program made them.
bool leadsToOurEntries(const Folder& folder, int depth)
{
    const auto names = folder.names();
    if (!names ||
        !std::ranges::all_of(*names, [&](const auto& name) { return fitsLayout(name, depth); }))
        return false;
    if (names->empty())
        return true;
    if (depth == kFolderDepth)
        return beginsAsEntry(folder, names->front());
    const auto check = [&](const auto& name) {
        const auto next = folder.inner(name);
        return next && leadsToOurEntries(*next, depth + 1);
    };
    // Each version of a kind may come from another program.
    return depth == 1 ? std::ranges::all_of(*names, check) : check(names->front());
}

bool hasOnlyOldTempFolders(const Folder& folder)
{
    const auto names = folder.names();
    return names && std::ranges::all_of(*names, [](std::string_view name) {
               return isRandomName(name.ends_with(kLockSuffix)
                                       ? name.substr(0, name.size() - kLockSuffix.size())
                                       : name);
           });
}

bool isOfEarlierVersion(const Folder& root, const std::string& name)
{
    if (std::ranges::find(kOldFiles, name) != kOldFiles.end())
        return true;
    const auto inner = root.inner(name);
    if (!inner)
        return false;
    return name == kTempFolder ? hasOnlyOldTempFolders(*inner)
                               : fitsLayout(name, 0) && leadsToOurEntries(*inner, 1);
}

/// Earlier versions did not mark their folders. An empty folder may become one.
bool isOldCacheFolder(const Folder& root)
{
    const auto names = root.names();
    return names && std::ranges::all_of(
                        *names, [&](const auto& name) { return isOfEarlierVersion(root, name); });
}

/// If this fails, the folder counts as one that others use too.
bool mark(const Folder& root)
{
    auto file = TempFile::create(root);
    constexpr mode_t kReadableForAll = 0644; // Processes of other users may clean the folder.
    return file && file->append(asBytes(kMarkText)) && file->setMode(kReadableForAll) &&
           file->keepIn(root, kMark);
}

} // namespace

std::string entryPlace(const CacheVersions& kind, std::uint32_t version, const CacheKey& key)
{
    return concat(kind.name, "/", key.relativePath(version));
}

Result<CacheRoot> CacheRoot::open(Folder folder, UserId user)
{
    FL_TRY(const auto info, folder.status());
    const bool isOurs = isMarked(folder, user, info.st_uid);
    return CacheRoot(std::move(folder), user, info.st_uid, isOurs);
}

Result<CacheRoot> CacheRoot::open(const fs::path& folder, UserId user)
{
    auto opened = Folder::open(folder);
    if (!opened && opened.error().kind == ErrorKind::NotFound)
        return fail(ErrorKind::NotFound, "no cache folder at ", folder.string());
    return opened ? open(*std::move(opened), user) : std::unexpected(opened.error());
}

Result<CacheRoot> CacheRoot::examine(const fs::path& folder, UserId user)
{
    FL_TRY(auto root, open(folder, user));
    root.m_isOurs = root.m_isOurs || isOldCacheFolder(root.m_folder);
    return root;
}

Result<CacheRoot> CacheRoot::openOrMake(const fs::path& folder, UserId user)
{
    FL_TRY(auto opened, Folder::openOrMake(folder));
    FL_TRY(auto root, open(std::move(opened), user));
    if (!root.m_isOurs && isOldCacheFolder(root.m_folder))
        root.m_isOurs = mark(root.m_folder);
    return root;
}

Result<Descriptor> CacheRoot::openEntry(const std::string& place, Folder::Mode mode) const
{
    const auto at = splitPlace(place);
    FL_TRY(const auto parent, m_folder.inner(at.folder));
    FL_TRY(auto file, parent.openFile(at.name, mode));
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", parent.path() / at.name));
    if (!isTrustedOwner(info.st_uid, m_user))
        return fail(ErrorKind::PermissionDenied, (parent.path() / at.name).string(),
                    " belongs to user ", info.st_uid, ", expected ", m_user);
    if (isWritableForAll(info))
        return fail(ErrorKind::PermissionDenied, (parent.path() / at.name).string(),
                    " is writable for every user");
    return file;
}

bool CacheRoot::mayRemove(const Folder& parent,
                          const std::string& name,
                          const struct stat& info) const
{
    if (!S_ISREG(info.st_mode) || !(isTrustedOwner(info.st_uid, m_user) || info.st_uid == m_owner))
        return false;
    return m_isOurs || beginsAsEntry(parent, name);
}

std::optional<struct stat> CacheRoot::findEntry(const std::string& place) const
{
    const auto at = splitPlace(place);
    const auto parent = m_folder.inner(at.folder);
    return parent ? parent->find(at.name) : std::nullopt;
}

Result<void> CacheRoot::removeEntry(const std::string& place) const
{
    const auto at = splitPlace(place);
    FL_TRY(const auto parent, m_folder.inner(at.folder));
    const auto info = parent.find(at.name);
    if (info && !mayRemove(parent, at.name, *info))
        return fail(ErrorKind::PermissionDenied, "not removed, because it is not our entry: ",
                    (parent.path() / at.name).string());
    return parent.removeFile(at.name);
}

Result<void> CacheRoot::keepEntry(TempFile& file, const std::string& place) const
{
    const auto at = splitPlace(place);
    FL_CHECK(file.prepareToKeep(m_folder.path() / place));
    // A parallel cleanup may remove a folder that is still empty.
    for (int attempt = 0;; ++attempt) {
        FL_TRY(const auto parent, m_folder.makeInner(at.folder));
        const auto info = parent.find(at.name);
        if (info && !mayRemove(parent, at.name, *info))
            return fail(ErrorKind::Unsupported, "not replaced, because it is not our entry: ",
                        (parent.path() / at.name).string());
        auto kept = file.keepIn(parent, at.name);
        if (kept || kept.error().kind != ErrorKind::NotFound || attempt == 2)
            return kept;
    }
}

void CacheRoot::touchEntry(const std::string& place, std::int64_t timeNs) const
{
    const auto at = splitPlace(place);
    const auto parent = m_folder.inner(at.folder);
    if (!parent)
        return;
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    const timespec time{.tv_sec = timeNs / kNsPerSecond, .tv_nsec = timeNs % kNsPerSecond};
    const timespec times[2] = {time, time};
    static_cast<void>(
        ::utimensat(parent->descriptor(), at.name.c_str(), times, AT_SYMLINK_NOFOLLOW));
}

ProcessTempPlace tempPlaceOf(const CacheRoot& root)
{
    return {.root = root.folder().path(),
            .inner = std::string(kTempFolder),
            .prefix = {},
            .isOurs = root.isOurs()};
}

} // namespace faultline::cache
