// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/disk_layer.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/cache/entry_time.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

fs::path systemTempRoot()
{
    std::error_code error;
    auto root = fs::temp_directory_path(error);
    return (error ? fs::path("/tmp") : root) / concat("faultline-", ::getuid());
}

/// Making an item from a download of this size takes longer than comparing its checksum.
constexpr std::size_t kCheckedDownloadBytes = 16 << 20;

CacheTime timeFromNs(std::int64_t ns)
{
    return CacheTime(std::chrono::duration_cast<CacheTime::duration>(std::chrono::nanoseconds(ns)));
}

} // namespace

DiskLayer::DiskLayer(std::optional<fs::path> folder, CacheTime machineStart, LogSink& log)
    : m_folder(std::move(folder)), m_machineStart(machineStart), m_log(log)
{
    if (m_folder)
        useTempFolder(*m_folder / "tmp");
    if (!m_temp)
        useTempFolder(systemTempRoot());
}

void DiskLayer::useTempFolder(const fs::path& root)
{
    auto temp = ProcessTempFolder::create(root);
    if (temp)
        m_temp.emplace(*std::move(temp));
    else
        m_log.write(LogLevel::Warning, "cache",
                    concat("no temporary folder: ", temp.error().detail));
}

fs::path
DiskLayer::pathOf(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const
{
    return *m_folder / kind.name / key.relativePath(version);
}

std::optional<DiskLayer::Found>
DiskLayer::find(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const
{
    if (!m_folder)
        return std::nullopt;
    const auto path = pathOf(kind, version, key);
    const auto bytes = mapOwnFile(path);
    const auto identity = fileIdentity(path);
    if (!bytes || !identity) {
        if (!bytes && bytes.error().kind != ErrorKind::NotFound)
            m_log.write(LogLevel::Warning, "cache", bytes.error().detail);
        return std::nullopt;
    }
    const auto lastUsed = timeFromNs(identity->mtimeNs);
    auto entry = check(*bytes, *identity, key);
    if (!entry) {
        m_log.write(LogLevel::Warning, "cache",
                    concat(path.string(), " removed: ", entry.error().detail));
        std::error_code ignored;
        fs::remove(path, ignored);
        return std::nullopt;
    }
    return Found{std::move(entry->header), std::move(entry->payload), lastUsed, path};
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

void DiskLayer::touch(const fs::path& path, CacheTime now) const
{
    const auto ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    const timespec time{.tv_sec = ns / kNsPerSecond, .tv_nsec = ns % kNsPerSecond};
    const timespec times[2] = {time, time};
    // A file that has vanished needs no mark.
    static_cast<void>(::utimensat(AT_FDCWD, path.c_str(), times, 0));
}

void DiskLayer::recordUpgradeAttempt(const fs::path& path, CacheTime now) const
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return; // The file vanished or is not writable for us; the next look-up tries again.
    const auto bytes = encodeUpgradeAttempt(nanosecondsSinceEpoch(now));
    static_cast<void>(
        ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(kUpgradeAttemptOffset)));
    ::close(fd);
    touch(path, now);
}

TempFile DiskLayer::makeTemp(const EntryHeader& header) const
{
    const auto reserved = entryHeaderBytes(header);
    return TempFile::createLater(reserved, [this, reserved] { return openTemp(reserved); });
}

Result<TempFile> DiskLayer::openTemp(std::uint64_t reservedBytes) const
{
    if (m_temp) {
        auto file = TempFile::create(m_temp->path(), reservedBytes);
        const bool wasTrouble = m_isTempTrouble.exchange(!file);
        if (file)
            return file;
        m_log.write(wasTrouble ? LogLevel::Debug : LogLevel::Warning, "cache", file.error().detail);
    }
    auto file = TempFile::create(systemTempRoot(), reservedBytes);
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
    FL_CHECK(file.keepAs(pathOf(kind, kind.current, key)));
    removePrevious(kind, key);
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

void DiskLayer::removePrevious(const CacheVersions& kind, const CacheKey& key) const
{
    std::error_code ignored;
    for (std::uint32_t version = 1; version < kind.current; ++version)
        fs::remove(pathOf(kind, version, key), ignored);
}

void DiskLayer::remove(const CacheVersions& kind, const CacheKey& key) const
{
    if (!m_folder)
        return;
    std::error_code ignored;
    fs::remove(pathOf(kind, kind.current, key), ignored);
    removePrevious(kind, key);
}

} // namespace faultline::cache
