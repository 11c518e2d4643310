// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_cleanup.h"

#include "core/base/process_temp_folder.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_root.h"
#include "core/cache/entry_time.h"

#include <algorithm>
#include <map>
#include <sys/statvfs.h>
#include <unistd.h>

namespace faultline::cache {

namespace {

/// A new entry is about to be used by its maker.
constexpr std::chrono::minutes kNeverEvictedWithin{5};

class Cleanup
{
public:
    Cleanup(const CacheRoot& root, const CacheCleanupOptions& options)
        : m_root(root), m_options(options),
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
            removeAs(file.place, file.diskBytes, kind.damaged);
            return;
        }
        if (isExpired(file.entry->header, file.lastUsed)) {
            removeAs(file.place, file.diskBytes, kind.expired);
            return;
        }
        kind.kept.add(file.diskBytes);
        m_kept.push_back({file.place, file.lastUsed, file.diskBytes, &kind});
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
            if (!removeAs(entry.place, entry.diskBytes, entry.kind->evicted))
                continue;
            --entry.kind->kept.entries;
            entry.kind->kept.bytes -= entry.diskBytes;
            excess -= std::min(excess, entry.diskBytes);
        }
    }

    CacheCleanupSummary finish(const Result<void>& walked)
    {
        if (!m_options.dryRun) {
            m_summary.emptyFolders = removeEmptyCacheFolders(m_root);
            ProcessTempFolder::removeAbandoned(tempPlaceOf(m_root));
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
        std::string place;
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

    bool removeAs(const std::string& place, std::uint64_t diskBytes, CacheAmount& amount)
    {
        const auto removed = m_options.dryRun ? Result<void>() : m_root.removeEntry(place);
        if (!removed) {
            if (removed.error().kind != ErrorKind::NotFound && !m_summary.error)
                m_summary.error = removed.error();
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
        if (::fstatvfs(m_root.folder().descriptor(), &info) != 0)
            return std::uint64_t{0} - 1; // If the free space is unknown, remove nothing.
        return std::uint64_t{info.f_bavail} * info.f_frsize;
    }

    bool wasUsedMeanwhile(const Kept& entry) const
    {
        const auto info = m_root.findEntry(entry.place);
        return !info || CacheTime(std::chrono::seconds(info->st_mtim.tv_sec)) > entry.lastUsed;
    }

    const CacheRoot& m_root;
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

Result<CacheCleanupSummary> cleanUpCache(const std::filesystem::path& folder,
                                         const CacheCleanupOptions& options,
                                         const std::stop_token& stop)
{
    FL_TRY(const auto root, CacheRoot::examine(folder, ::geteuid()));
    Cleanup cleanup(root, options);
    const auto walked =
        forEachCacheFile(root, stop, [&](const CacheFile& file) { cleanup.judge(file); });
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
