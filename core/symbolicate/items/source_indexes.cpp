// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/source_indexes.h"

#include "core/sources/source_traits.h"

namespace faultline::symbolicate {

namespace {

/// Requests name sources, so the number of remembered sources must be limited.
constexpr std::size_t kMaxKnownSources = 100;

} // namespace

bool SourceIndexes::hasIndex(const sources::SourceConfig& source)
{
    return source.hasIndex && source.layout.type == sources::LayoutType::Symstore &&
           sources::traitsOf(source).listedBy == sources::ListedBy::Layout;
}

std::optional<std::uint32_t> SourceIndexes::knownLastId(const std::string& store)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_lastIds.find(store);
    return found == m_lastIds.end() ? std::nullopt : std::optional(found->second);
}

void SourceIndexes::rememberLastId(const std::string& store, std::uint32_t lastId)
{
    const std::lock_guard lock(m_mutex);
    if (m_lastIds.size() >= kMaxKnownSources && !m_lastIds.contains(store))
        m_lastIds.clear();
    m_lastIds[store] = lastId;
}

void SourceIndexes::fetch(const sources::SourcePtr& source,
                          cache::CacheFetchOptions options,
                          std::stop_token stop,
                          Done done)
{
    const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    auto item = std::make_shared<SymstoreLastIdItem>(source, today, m_downloader);
    m_cache.fetch(std::move(item), options, stop,
                  [this, source, options, stop, done = std::move(done)](
                      const cache::CacheAnswer<std::uint32_t>& answer) mutable {
                      const auto store = source->identity();
                      if (answer.value)
                          rememberLastId(store, **answer.value);
                      const auto lastId = knownLastId(store);
                      if (!lastId)
                          return done(std::unexpected(answer.value.error()));
                      fetchIndex(source, *lastId, options, stop, std::move(done));
                  });
}

void SourceIndexes::fetchIndex(const sources::SourcePtr& source,
                               std::uint32_t lastId,
                               cache::CacheFetchOptions options,
                               const std::stop_token& stop,
                               Done done)
{
    auto item = std::make_shared<SymstoreIndexItem>(source, lastId, m_cache, options, m_downloader);
    m_cache.fetch(
        std::move(item), options, stop,
        [done = std::move(done)](cache::CacheAnswer<sources::SymstoreIndex> answer) mutable {
            done(std::move(answer.value));
        });
}

} // namespace faultline::symbolicate
