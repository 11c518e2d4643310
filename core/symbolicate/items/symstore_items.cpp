// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/symstore_items.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace faultline::symbolicate {

namespace {

constexpr std::uint64_t kMaxLastIdBytes = 4 << 10;
constexpr std::uint64_t kMaxSegmentBytes = 64 << 20;
constexpr std::size_t kMaxIndexBytes = 512u << 20;

constexpr cache::CacheVersions kIndexVersions{
    .name = "source_index", .category = cache::CacheCategory::Index, .current = 1, .fallbacks = {}};

/// Key texts: docs/spec/sources-and-caches.md §7. Records on disk change without a new name.
cache::CacheKeyBuilder keyOf(std::string_view type, const sources::RemoteFile& file)
{
    cache::CacheKeyBuilder key("");
    key.addOption("type", type).addOption("source_id", file.source->id);
    key.addOption("location", file.uri()).addPlace(file.placeIdentity());
    if (const auto path = file.localPath()) {
        if (const auto identity = fileIdentity(*path))
            key.addIdentity(*identity);
        key.keepFailuresInMemory();
    }
    return key;
}

/// Records are stored as they are sent; only objects are unpacked (§8.4).
void startRecord(net::Downloader& downloader,
                 const sources::RemoteFile& file,
                 std::uint64_t maxBytes,
                 TempFile target,
                 std::stop_token stop,
                 cache::DownloadWork::Done done)
{
    auto request = net::downloadRequestFor(file, std::move(target));
    if (!request) {
        done({.content = std::unexpected(std::move(request.error())),
              .httpStatus = std::nullopt,
              .attempts = 0});
        return;
    }
    request->decompress = false;
    request->maxBytes = maxBytes;
    request->label = "symbol store index";
    downloader.start(*std::move(request), std::move(stop),
                     [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                         done({.content = std::move(outcome.content),
                               .httpStatus = outcome.httpStatus,
                               .attempts = outcome.attempts,
                               .blockedFor = outcome.blockedFor});
                     });
}

} // namespace

sources::RemoteFile symstoreRecord(sources::SourcePtr source, std::string path)
{
    return {.source = std::move(source),
            .type = sources::FileType::Pdb,
            .path = std::move(path),
            .checksum = std::nullopt};
}

// ---- The last transaction

SymstoreLastIdItem::SymstoreLastIdItem(sources::SourcePtr source,
                                       std::chrono::sys_days day,
                                       net::Downloader& downloader)
    : m_file(symstoreRecord(std::move(source), std::string(sources::kSymstoreLastIdPath))),
      m_day(day), m_downloader(downloader)
{
}

const cache::CacheVersions& SymstoreLastIdItem::versions() const
{
    return kIndexVersions;
}

cache::CacheKey SymstoreLastIdItem::key() const
{
    return keyOf("symstore_last_id", m_file)
        .addOption("day", std::to_string(m_day.time_since_epoch().count()))
        .build();
}

void SymstoreLastIdItem::start(TempFile target, std::stop_token stop, Done done)
{
    startRecord(m_downloader, m_file, kMaxLastIdBytes, std::move(target), std::move(stop),
                std::move(done));
}

Result<std::uint32_t> SymstoreLastIdItem::load(ByteView bytes) const
{
    return sources::parseSymstoreLastId(bytes.span());
}

// ---- One transaction

SymstoreSegmentItem::SymstoreSegmentItem(sources::SourcePtr source,
                                         std::uint32_t segment,
                                         net::Downloader& downloader)
    : m_file(symstoreRecord(std::move(source), sources::symstoreSegmentPath(segment))),
      m_segment(segment), m_downloader(downloader)
{
}

const cache::CacheVersions& SymstoreSegmentItem::versions() const
{
    return kIndexVersions;
}

cache::CacheKey SymstoreSegmentItem::key() const
{
    return keyOf("symstore_segment", m_file)
        .addOption("segment", std::to_string(m_segment))
        .build();
}

void SymstoreSegmentItem::start(TempFile target, std::stop_token stop, Done done)
{
    startRecord(m_downloader, m_file, kMaxSegmentBytes, std::move(target), std::move(stop),
                std::move(done));
}

Result<void> SymstoreSegmentItem::accept(TempFile& file, std::stop_token /*stop*/)
{
    FL_TRY(const auto list, file.map());
    FL_TRY(auto stored, file.createSibling());
    FL_CHECK(stored.append(
        asBytes(sources::SymstoreIndex::storedForm(sources::parseSymstoreSegment(list.text())))));
    std::swap(file, stored);
    return {};
}

/// A list on disk is used without a call of accept().
Result<sources::SymstoreIndex> SymstoreSegmentItem::load(ByteView bytes) const
{
    if (!m_file.localPath())
        return sources::SymstoreIndex(std::move(bytes));
    return sources::SymstoreIndex(ByteView::fromString(
        sources::SymstoreIndex::storedForm(sources::parseSymstoreSegment(bytes.text()))));
}

std::size_t SymstoreSegmentItem::weight(const sources::SymstoreIndex& index) const
{
    return sizeof(index) + index.lines().size();
}

// ---- All of them

namespace {

/// Fetches one segment after the other. Keeps itself alive until the last one has arrived.
class SegmentChain : public std::enable_shared_from_this<SegmentChain>
{
public:
    SegmentChain(sources::SourcePtr source,
                 std::uint32_t lastId,
                 cache::CacheStore& cache,
                 cache::CacheFetchOptions options,
                 net::Downloader& downloader,
                 TempFile target,
                 std::stop_token stop,
                 cache::DownloadWork::Done done)
        : m_source(std::move(source)), m_lastId(lastId), m_cache(cache), m_options(options),
          m_downloader(downloader), m_target(std::move(target)), m_stop(std::move(stop)),
          m_done(std::move(done))
    {
    }

    /// Continues in a loop while answers arrive at once, because thousands may be in memory and
    /// recursion would be deep.
    void run()
    {
        while (m_done) {
            if (m_segment == m_lastId)
                return finish();
            ++m_segment;
            m_halves = 0;
            fetch();
            if (m_halves.fetch_add(1) == 0)
                return; // The answer will arrive later and continue the chain.
        }
    }

private:
    void fetch()
    {
        auto item = std::make_shared<SymstoreSegmentItem>(m_source, m_segment, m_downloader);
        m_cache.fetch(
            std::move(item), m_options, m_stop,
            [self = shared_from_this()](const cache::CacheAnswer<sources::SymstoreIndex>& answer) {
                self->take(answer);
                if (self->m_halves.fetch_add(1) == 1)
                    self->run();
            });
    }

    void take(const cache::CacheAnswer<sources::SymstoreIndex>& answer)
    {
        m_httpStatus = answer.trace.httpStatus;
        if (!answer.value && answer.value.error().kind == ErrorKind::Cancelled)
            return end(std::unexpected(answer.value.error()));
        if (!answer.value)
            return end(fail(ErrorKind::DownloadFailed, "Failed to download symstore index segment ",
                            m_segment));
        const auto lines = (*answer.value)->lines();
        m_bytes += lines.size();
        if (m_bytes > kMaxIndexBytes)
            return end(fail(ErrorKind::Malformed, "symstore index: more than ", kMaxIndexBytes,
                            " bytes in ", m_segment, " segments"));
        addLines(lines);
    }

    void addLines(std::string_view lines)
    {
        while (!lines.empty()) {
            const auto end = std::min(lines.find('\n'), lines.size());
            m_paths.emplace_back(lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
    }

    void finish()
    {
        if (auto written =
                m_target.append(asBytes(sources::SymstoreIndex::storedForm(std::move(m_paths))));
            !written)
            return end(std::unexpected(std::move(written.error())));
        end(std::move(m_target));
    }

    void end(Result<std::variant<TempFile, ByteView>> content)
    {
        auto done = std::exchange(m_done, nullptr);
        done({.content = std::move(content), .httpStatus = m_httpStatus, .attempts = 1});
    }

    const sources::SourcePtr m_source;
    const std::uint32_t m_lastId;
    cache::CacheStore& m_cache;
    const cache::CacheFetchOptions m_options;
    net::Downloader& m_downloader;
    TempFile m_target;
    const std::stop_token m_stop;
    cache::DownloadWork::Done m_done; // Null after it has been called.
    std::uint32_t m_segment = 0;
    std::atomic<int> m_halves{
        // Counts the two halves of a step, the request and its answer. The second one continues the
        // chain.
        0};
    std::size_t m_bytes = 0;
    std::vector<std::string> m_paths;
    std::optional<std::uint32_t> m_httpStatus;
};

} // namespace

SymstoreIndexItem::SymstoreIndexItem(sources::SourcePtr source,
                                     std::uint32_t lastId,
                                     cache::CacheStore& cache,
                                     cache::CacheFetchOptions options,
                                     net::Downloader& downloader)
    : m_source(std::move(source)), m_lastId(lastId), m_cache(cache), m_options(options),
      m_downloader(downloader)
{
}

const cache::CacheVersions& SymstoreIndexItem::versions() const
{
    return kIndexVersions;
}

cache::CacheKey SymstoreIndexItem::key() const
{
    return keyOf("symstore", symstoreRecord(m_source, std::string(sources::kSymstoreLastIdPath)))
        .addOption("last_id", std::to_string(m_lastId))
        .build();
}

void SymstoreIndexItem::start(TempFile target, std::stop_token stop, Done done)
{
    std::make_shared<SegmentChain>(m_source, m_lastId, m_cache, m_options, m_downloader,
                                   std::move(target), std::move(stop), std::move(done))
        ->run();
}

Result<sources::SymstoreIndex> SymstoreIndexItem::load(ByteView bytes) const
{
    return sources::SymstoreIndex(std::move(bytes));
}

std::size_t SymstoreIndexItem::weight(const sources::SymstoreIndex& index) const
{
    return sizeof(index) + index.lines().size();
}

} // namespace faultline::symbolicate
