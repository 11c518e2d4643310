// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_cleanup.h"

#include "core/base/file.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_key.h"
#include "core/cache/entry_time.h"
#include "core/cache/process_temp_folder.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

/// A new entry is about to be used by its maker.
constexpr std::chrono::minutes kNeverEvictedWithin{5};

class Cleanup
{
public:
    Cleanup(const fs::path& folder, const CacheCleanupOptions& options)
        : m_folder(folder), m_options(options),
          m_now(options.now ? options.now() : std::chrono::system_clock::now()),
          m_processStart(options.processStart.value_or(m_now))
    {
    }

    void judge(const CacheFile& file)
    {
        if (!file.isOurs) {
            ++m_summary.foreignFiles;
            return;
        }
        auto& kind = m_kinds[file.kind];
        if (!file.entry) {
            removeAs(file.path, file.diskBytes, kind.damaged);
            return;
        }
        if (isExpired(file.entry->header, file.lastUsed)) {
            removeAs(file.path, file.diskBytes, kind.expired);
            return;
        }
        kind.kept.add(file.diskBytes);
        m_kept.push_back({file.path, file.lastUsed, file.diskBytes, &kind});
        m_keptBytes += file.diskBytes;
    }

    /// Removes the least recently used entries until the folder fits the budget.
    void evict()
    {
        auto excess = excessBytes();
        if (excess == 0)
            return;
        std::ranges::sort(m_kept, {}, &Kept::lastUsed);
        for (const auto& entry : m_kept) {
            if (excess == 0 || m_now - entry.lastUsed < kNeverEvictedWithin)
                return;
            if (wasUsedMeanwhile(entry))
                continue;
            if (!removeAs(entry.path, entry.diskBytes, entry.kind->evicted))
                continue;
            --entry.kind->kept.entries;
            entry.kind->kept.bytes -= entry.diskBytes;
            excess -= std::min(excess, entry.diskBytes);
        }
    }

    CacheCleanupSummary finish(const Result<void>& walked)
    {
        if (!m_options.dryRun) {
            m_summary.emptyFolders = removeEmptyCacheFolders(m_folder);
            ProcessTempFolder::removeAbandoned(m_folder / "tmp");
        }
        if (!walked && !m_summary.error)
            m_summary.error = walked.error();
        for (auto& [name, kind] : m_kinds) {
            kind.kind = name;
            m_summary.kinds.push_back(std::move(kind));
        }
        return std::move(m_summary);
    }

private:
    struct Kept
    {
        fs::path path;
        CacheTime lastUsed;
        std::uint64_t diskBytes = 0;
        CacheKindCleanup* kind = nullptr; ///< In m_kinds.
    };

    /// The rule of look-ups (store_lookup.cpp), but without marking a use.
    bool isExpired(const EntryHeader& header, CacheTime lastUsed) const
    {
        const auto& lifetimes = m_options.lifetimes.of(header.category);
        if (!header.failure)
            return payloadAge(lastUsed, m_now, lifetimes) == PayloadAge::Expired;
        return remainingFailureLifetime(header.failure->kind, timeFromNanoseconds(header.createdAt),
                                        m_now, m_processStart, lifetimes,
                                        header.scope == kGlobalScope) <= std::chrono::seconds(0);
    }

    bool removeAs(const fs::path& path, std::uint64_t diskBytes, CacheAmount& amount)
    {
        if (!m_options.dryRun && ::unlink(path.c_str()) != 0) {
            if (errno != ENOENT && !m_summary.error)
                m_summary.error = errorFromErrno(errno, "remove", path);
            return false;
        }
        amount.add(diskBytes);
        return true;
    }

    std::uint64_t excessBytes() const
    {
        std::uint64_t excess = 0;
        if (m_options.quotaBytes && m_keptBytes > *m_options.quotaBytes)
            excess = m_keptBytes - *m_options.quotaBytes;
        if (!m_options.minFreeBytes)
            return excess;
        const auto free = freeBytes();
        return free < *m_options.minFreeBytes ? std::max(excess, *m_options.minFreeBytes - free)
                                              : excess;
    }

    std::uint64_t freeBytes() const
    {
        if (m_options.freeBytes)
            return m_options.freeBytes();
        struct statvfs info = {};
        if (::statvfs(m_folder.c_str(), &info) != 0)
            return std::uint64_t{0} - 1; // If the free space is unknown, remove nothing.
        return std::uint64_t{info.f_bavail} * info.f_frsize;
    }

    static bool wasUsedMeanwhile(const Kept& entry)
    {
        struct stat info = {};
        return ::stat(entry.path.c_str(), &info) != 0 ||
               CacheTime(std::chrono::seconds(info.st_mtim.tv_sec)) > entry.lastUsed;
    }

    const fs::path& m_folder;
    const CacheCleanupOptions& m_options;
    const CacheTime m_now;
    const CacheTime m_processStart;
    std::map<std::string, CacheKindCleanup> m_kinds;
    std::vector<Kept> m_kept;
    std::uint64_t m_keptBytes = 0;
    CacheCleanupSummary m_summary;
};

std::string amountText(const CacheAmount& amount)
{
    return concat(amount.entries, amount.entries == 1 ? " entry (" : " entries (",
                  sizeText(amount.bytes), ")");
}

} // namespace

Result<CacheCleanupSummary> cleanUpCache(const fs::path& folder,
                                         const CacheCleanupOptions& options,
                                         const std::stop_token& stop)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return fail(ErrorKind::NotFound, "no cache folder at ", folder.string());
    Cleanup cleanup(folder, options);
    const auto walked =
        forEachCacheFile(folder, stop, [&](const CacheFile& file) { cleanup.judge(file); });
    if (!walked && walked.error().kind == ErrorKind::Cancelled)
        return std::unexpected(walked.error());
    cleanup.evict();
    return cleanup.finish(walked);
}

std::string sizeText(std::uint64_t bytes)
{
    constexpr std::array<std::string_view, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    std::uint64_t tenths = bytes * 10;
    while (tenths >= 10ull * 1024 && unit + 1 < kUnits.size()) {
        tenths = (tenths + 512) / 1024;
        ++unit;
    }
    return unit == 0 ? concat(bytes, " bytes")
                     : concat(tenths / 10, ".", tenths % 10, " ", kUnits[unit]);
}

std::string describeCleanup(const CacheCleanupSummary& summary, bool dryRun)
{
    CacheAmount kept;
    CacheAmount expired;
    CacheAmount damaged;
    CacheAmount evicted;
    const auto addTo = [](CacheAmount& sum, const CacheAmount& part) {
        sum.entries += part.entries;
        sum.bytes += part.bytes;
    };
    for (const auto& kind : summary.kinds) {
        addTo(kept, kind.kept);
        addTo(expired, kind.expired);
        addTo(damaged, kind.damaged);
        addTo(evicted, kind.evicted);
    }
    CacheAmount removed = expired;
    addTo(removed, damaged);
    addTo(removed, evicted);
    return concat(dryRun ? "would remove " : "removed ", amountText(removed), ": ", expired.entries,
                  " expired, ", damaged.entries, " damaged, ", evicted.entries, " evicted; ",
                  amountText(kept), " kept");
}

} // namespace faultline::cache
