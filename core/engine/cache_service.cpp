// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cache_service.h"

#include "core/base/contained.h"
#include "core/base/text.h"
#include "core/cache/cache_clear.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_verify.h"
#include "core/symcache/symcache.h"

#include <algorithm>
#include <map>
#include <sys/statvfs.h>
#include <utility>

namespace faultline::engine {

namespace {

using Kind = CacheWork::Kind;

cache::CacheCleanupOptions optionsOf(const CacheRules& rules)
{
    return {.lifetimes = rules.lifetimes,
            .quotaBytes = rules.quotaBytes,
            .minFreeBytes = rules.minFreeBytes};
}

std::optional<std::uint64_t> freeBytesOf(const std::filesystem::path& folder)
{
    struct statvfs info = {};
    if (::statvfs(folder.c_str(), &info) != 0)
        return std::nullopt;
    return std::uint64_t{info.f_bavail} * info.f_frsize;
}

class Measurement
{
public:
    explicit Measurement(const CacheRules& rules) : m_rules(rules) {}

    void add(const cache::CacheFile& file, CacheState& state)
    {
        if (!file.isOurs)
            return;
        auto& kind = m_kinds[file.kind];
        kind.kind = file.kind;
        if (!file.entry)
            return kind.past.add(file.diskBytes);
        const auto& header = file.entry->header;
        kind.category = header.category;
        const auto expiry = cache::expiryOf(header, file.lastUsed, m_rules.lifetimes);
        (expiry && *expiry <= m_now ? kind.past : kind.kept).add(file.diskBytes);
        const auto unused = std::chrono::duration_cast<std::chrono::seconds>(m_now - file.lastUsed);
        kind.unusedFor = std::max(kind.unusedFor, unused);
        if (unused < CacheState::kLately)
            ++state.usedLately;
    }

    void finish(CacheState& state)
    {
        for (auto& [name, kind] : m_kinds)
            state.kinds.push_back(std::move(kind));
    }

private:
    const CacheRules& m_rules;
    const cache::CacheTime m_now = std::chrono::system_clock::now();
    std::map<std::string, CacheKindState> m_kinds;
};

/// A folder that does not exist yet has nothing to work on.
bool isMissing(const Error& error)
{
    return error.kind == ErrorKind::NotFound;
}

template <class Summary>
bool took(const Result<Summary>& summary, CacheWork& work)
{
    if (!summary && !isMissing(summary.error()))
        work.error = summary.error();
    return summary.has_value();
}

} // namespace

Result<void>
checkCachedPayload(std::string_view kind, std::uint32_t version, const ByteView& payload)
{
    if (kind != "symcaches" || version != symcache_format::kVersion)
        return {};
    FL_TRY(const auto cache, symcache::SymCache::open(payload));
    return cache.verify();
}

CacheService::CacheService(std::filesystem::path folder,
                           CacheRules rules,
                           LogSink& log,
                           Callback callback)
    : m_folder(std::move(folder)), m_log(log), m_callback(std::move(callback))
{
    setRules(std::move(rules));
}

CacheService::~CacheService()
{
    cancel();
}

std::stop_token CacheService::stopToken()
{
    const std::lock_guard lock(m_mutex);
    return m_stop.get_token();
}

void CacheService::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_stop = std::stop_source();
}

/// The work of a cancelled command is not begun.
template <class Work>
void CacheService::post(CacheWork::Kind kind, Work work)
{
    m_thread.post([this, kind, work = std::move(work), stop = stopToken()] {
        CacheWork done{.kind = kind};
        if (!stop.stop_requested()) {
            if (auto ran = contained([&] { work(done, stop); }); !ran)
                done.error = std::move(ran.error());
        }
        if (stop.stop_requested())
            done.error = Error{ErrorKind::Cancelled, "cancelled"};
        m_callback(std::move(done));
        containedAlone([&] { tellState(stop); });
    });
}

void CacheService::measure()
{
    m_thread.post([this, stop = stopToken()] { containedAlone([&] { tellState(stop); }); });
}

void CacheService::tellState(const std::stop_token& stop)
{
    CacheState state{.folder = m_folder, .rules = m_rules, .freeBytes = freeBytesOf(m_folder)};
    Measurement measurement(m_rules);
    const auto walked = cache::forEachCacheFile(
        m_folder, stop, [&](const cache::CacheFile& file) { measurement.add(file, state); });
    measurement.finish(state);
    if (!walked && !isMissing(walked.error()))
        state.error = walked.error();
    if (!stop.stop_requested())
        m_callback(std::move(state));
}

void CacheService::setRules(CacheRules rules)
{
    m_thread.post([this, rules = std::move(rules)]() mutable {
        m_rules = std::move(rules);
        restartCleaner();
    });
}

void CacheService::restartCleaner()
{
    m_cleaner.reset();
    if (m_rules.interval)
        m_cleaner.emplace(m_folder, optionsOf(m_rules), *m_rules.interval, m_log);
}

void CacheService::cleanUp()
{
    post(Kind::CleanUp, [this](CacheWork& work, const std::stop_token& stop) {
        const auto summary = cache::cleanUpCache(m_folder, optionsOf(m_rules), stop);
        if (!took(summary, work))
            return;
        for (const auto& kind : summary->kinds) {
            for (const auto* part : {&kind.expired, &kind.damaged, &kind.evicted}) {
                work.removed.entries += part->entries;
                work.removed.bytes += part->bytes;
            }
        }
        work.error = summary->error;
    });
}

void CacheService::verify()
{
    post(Kind::Verify, [this](CacheWork& work, const std::stop_token& stop) {
        const auto summary =
            cache::verifyCache(m_folder, cache::DamagedEntries::Remove, checkCachedPayload, stop);
        if (!took(summary, work))
            return;
        work.sound = summary->entries;
        work.damaged = summary->damaged.size();
    });
}

void CacheService::clear(std::vector<std::string> kinds)
{
    post(Kind::Clear, [this, kinds = std::move(kinds)](CacheWork& work,
                                                       const std::stop_token& stop) {
        const cache::CacheSelection selection{.everything = kinds.empty(), .kinds = kinds};
        const auto summary = cache::clearCache(m_folder, selection, cache::ClearMode::Remove, stop);
        if (!took(summary, work))
            return;
        work.removed = summary->removed;
        if (summary->failed > 0)
            work.error = Error{ErrorKind::PermissionDenied,
                               concat(summary->failed, " entries could not be removed")};
    });
}

} // namespace faultline::engine
