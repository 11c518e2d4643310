// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/disk_layer.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/cache/entry_time.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

fs::path systemTempFolder()
{
    std::error_code error;
    auto folder = fs::temp_directory_path(error);
    return error ? fs::path("/tmp") : folder;
}

/// Making an item from a download of this size takes longer than comparing its checksum.
constexpr std::size_t kCheckedDownloadBytes = 16 << 20;

CacheTime timeFromNs(std::int64_t ns)
{
    return CacheTime(std::chrono::duration_cast<CacheTime::duration>(std::chrono::nanoseconds(ns)));
}

/// What cannot be removed is not ours or expires.
void removeIfPossible(const CacheRoot& root, const std::string& place)
{
    const auto removed = root.removeEntry(place);
    static_cast<void>(removed);
}

} // namespace

DiskLayer::DiskLayer(std::optional<fs::path> folder,
                     CacheTime machineStart,
                     UserId user,
                     LogSink& log)
    : m_folder(std::move(folder)), m_machineStart(machineStart), m_user(user), m_log(log)
{
    if (m_folder)
        prepareFolder();
    // All users share that folder, so nobody may foresee a name in it.
    if (!m_temp)
        useTempFolder(
            {.root = systemTempFolder(), .inner = {}, .prefix = "faultline-", .isOurs = false});
}

void DiskLayer::prepareFolder()
{
    const auto root = CacheRoot::openOrMake(*m_folder, m_user);
    if (!root)
        return warn(concat("nothing can be cached: ", root.error().detail));
    useTempFolder(tempPlaceOf(*root));
}

void DiskLayer::useTempFolder(ProcessTempPlace place)
{
    auto temp = ProcessTempFolder::create(std::move(place));
    if (temp)
        m_temp.emplace(*std::move(temp));
    else
        warn(concat("no temporary folder: ", temp.error().detail));
}

void DiskLayer::warn(std::string_view message) const
{
    m_log.write(LogLevel::Warning, "cache", message);
}

std::optional<DiskLayer::Found>
DiskLayer::find(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const
{
    if (!m_folder)
        return std::nullopt;
    Found found{
        .header = {}, .payload = {}, .lastUsed = {}, .place = entryPlace(kind, version, key)};
    const auto root = CacheRoot::open(*m_folder, m_user);
    const auto file = root ? root->openEntry(found.place) : std::unexpected(root.error());
    if (!file) {
        if (file.error().kind != ErrorKind::NotFound)
            warn(file.error().detail);
        return std::nullopt;
    }
    auto entry = readFound(*file, key, found);
    if (!entry) {
        removeDamaged(*root, found.place, entry.error());
        return std::nullopt;
    }
    found.header = std::move(entry->header);
    found.payload = std::move(entry->payload);
    return found;
}

/// Reads an open file and tells in `found` when it was last used.
Result<ReadEntry>
DiskLayer::readFound(const Descriptor& file, const CacheKey& key, Found& found) const
{
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", found.place));
    FL_TRY(const auto bytes, mapOwnDescriptor(file.get(), found.place));
    const auto identity = fileIdentity(info);
    found.lastUsed = timeFromNs(identity.mtimeNs);
    return check(bytes, identity, key);
}

void DiskLayer::removeDamaged(const CacheRoot& root,
                              const std::string& place,
                              const Error& why) const
{
    const auto removed = root.removeEntry(place);
    warn(concat((root.folder().path() / place).string(),
                removed ? " removed: " : " does not count: ", why.detail));
}

Result<ReadEntry>
DiskLayer::check(const ByteView& file, const FileIdentity& identity, const CacheKey& key) const
{
    FL_TRY(auto entry, readEntry(file));
    // An imported entry has no key text, only its digest, which is its place.
    if (!entry.header.keyText.empty() && entry.header.keyText != key.text())
        return fail(ErrorKind::Malformed, "cache entry: belongs to another key");
    const bool isLargeDownload = entry.header.category == CacheCategory::Downloaded &&
                                 entry.payload.size() > kCheckedDownloadBytes;
    if (isLargeDownload && timeFromNs(identity.mtimeNs) >= m_machineStart)
        return entry;
    if (m_checked.contains(identity))
        return entry;
    FL_CHECK(checkPayload(entry));
    m_checked.add(identity);
    return entry;
}

void DiskLayer::touch(const std::string& place, CacheTime now) const
{
    if (const auto root = CacheRoot::open(*m_folder, m_user))
        root->touchEntry(place, nanosecondsSinceEpoch(now));
}

void DiskLayer::recordUpgradeAttempt(const std::string& place, CacheTime now) const
{
    const auto root = CacheRoot::open(*m_folder, m_user);
    if (!root)
        return;
    const auto file = root->openEntry(place, Folder::Mode::Write);
    if (!file)
        return; // The file vanished or is not writable for us; the next look-up tries again.
    const auto bytes = encodeUpgradeAttempt(nanosecondsSinceEpoch(now));
    const auto written = ::pwrite(file->get(), bytes.data(), bytes.size(),
                                  static_cast<off_t>(kUpgradeAttemptOffset));
    static_cast<void>(written); // Without it the next look-up tries again.
    root->touchEntry(place, nanosecondsSinceEpoch(now));
}

TempFile DiskLayer::makeTemp(const EntryHeader& header) const
{
    const auto reserved = entryHeaderBytes(header);
    return TempFile::createLater(reserved, [this, reserved] { return openTemp(reserved); });
}

Result<TempFile> DiskLayer::openTemp(std::uint64_t reservedBytes) const
{
    if (m_temp) {
        const auto folder = m_temp->open();
        auto file = folder ? TempFile::create(*folder, reservedBytes)
                           : Result<TempFile>(std::unexpected(folder.error()));
        const bool wasTrouble = m_isTempTrouble.exchange(!file);
        if (file)
            return file;
        m_log.write(wasTrouble ? LogLevel::Debug : LogLevel::Warning, "cache", file.error().detail);
    }
    auto file = TempFile::create(systemTempFolder(), reservedBytes);
    return file ? std::move(file) : TempFile::createInMemory(reservedBytes);
}

Result<void> DiskLayer::keep(TempFile file,
                             EntryHeader header,
                             const CacheVersions& kind,
                             const CacheKey& key) const
{
    if (!m_folder)
        return {};
    FL_TRY(const auto payload, file.map());
    header.payloadChecksum = crc32(payload.span());
    FL_CHECK(file.writeReserved(encodeEntryHeader(header, file.sizeBytes())));
    FL_TRY(const auto root, CacheRoot::openOrMake(*m_folder, m_user));
    FL_CHECK(root.keepEntry(file, entryPlace(kind, kind.current, key)));
    removePrevious(root, kind, key);
    return {};
}

Result<void> DiskLayer::keepFailure(const EntryHeader& header,
                                    const CacheVersions& kind,
                                    const CacheKey& key) const
{
    if (!m_folder)
        return {};
    return keep(makeTemp(header), header, kind, key);
}

void DiskLayer::removePrevious(const CacheRoot& root,
                               const CacheVersions& kind,
                               const CacheKey& key)
{
    for (std::uint32_t version = 1; version < kind.current; ++version)
        removeIfPossible(root, entryPlace(kind, version, key));
}

void DiskLayer::remove(const CacheVersions& kind, const CacheKey& key) const
{
    if (!m_folder)
        return;
    const auto root = CacheRoot::open(*m_folder, m_user);
    if (!root)
        return;
    removeIfPossible(*root, entryPlace(kind, kind.current, key));
    removePrevious(*root, kind, key);
}

} // namespace faultline::cache
