// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/source/linked_source.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/sources/origin_patterns.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/source/source_fitness.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

constexpr cache::CacheVersions kSourceFileVersions{.name = "sourcefiles",
                                                   .category = cache::CacheCategory::Downloaded,
                                                   .current = 2, // 1 kept pages of markup.
                                                   .fallbacks = {}};
constexpr std::string_view kSourceLinkId = "sourcelink"; // docs/spec/native.md §6.7.

AnswerLayer layerOf(cache::CacheLayer layer)
{
    switch (layer) {
    case cache::CacheLayer::Memory: return AnswerLayer::Memory;
    case cache::CacheLayer::Disk:
    case cache::CacheLayer::DiskFallback: return AnswerLayer::Disk;
    case cache::CacheLayer::Negative: return AnswerLayer::NegativeCache;
    case cache::CacheLayer::Shared: return AnswerLayer::Shared;
    case cache::CacheLayer::InPlace: return AnswerLayer::FileSystem;
    case cache::CacheLayer::Computed:
    case cache::CacheLayer::Downloaded: return AnswerLayer::Network;
    }
    return AnswerLayer::None;
}

bool isUnreserved(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-._~/").find(c) != std::string_view::npos;
}

/// debuginfod expects all characters to be encoded that RFC 3986 does not call unreserved, such as
/// the '+' of "c++".
std::string encodedSourcePath(std::string_view path)
{
    std::string text;
    for (const char c : path) {
        if (isUnreserved(c))
            text += c;
        else
            text += "%" + toUpperAscii(hexDigits(static_cast<unsigned char>(c), 2));
    }
    return text;
}

} // namespace

std::vector<SourcePlace> debuginfodPlaces(std::span<const sources::SourcePtr> sources,
                                          const CodeId& codeId,
                                          std::string_view path)
{
    std::vector<SourcePlace> places;
    for (const auto& source : sources) {
        const auto* http = sources::debuginfodServer(*source);
        if (http == nullptr || !path.starts_with('/') || codeId.empty())
            continue;
        if (const auto folder = sources::httpFileUrl(http->url, codeId.text() + "/source"))
            places.push_back({.source = source->id,
                              .url = *folder + encodedSourcePath(path),
                              .headers = http->headers,
                              .acceptInvalidCerts = http->acceptInvalidCerts,
                              .isConfigured = true});
    }
    return places;
}

std::optional<SourcePlace> linkedPlace(const std::string& url, const ScrapingConfig& scraping)
{
    const auto parts = sources::splitUrl(url);
    const bool isHttp =
        equalsIgnoreCase(parts.scheme, "http") || equalsIgnoreCase(parts.scheme, "https");
    if (!isHttp || parts.host.empty())
        return std::nullopt;
    SourcePlace place{.source = std::string(kSourceLinkId),
                      .url = url,
                      .headers = {},
                      .acceptInvalidCerts = !scraping.verifySsl};
    if (scraping.enabled && sources::matchesOrigin(url, scraping.allowedOrigins))
        place.headers = scraping.headers;
    return place;
}

bool mayAsk(SourcePlace& place, const LinkedSourcePolicy& policy)
{
    if (place.isConfigured || policy.anyHost)
        return true;
    place.redirectHosts = policy.hosts;
    return std::ranges::find(policy.hosts, sources::urlHost(place.url)) != policy.hosts.end();
}

SourceFileItem::SourceFileItem(SourcePlace place,
                               std::string scope,
                               net::Downloader& downloader,
                               const ParseLimits& limits)
    : m_place(std::move(place)), m_scope(std::move(scope)), m_downloader(downloader),
      m_limits(limits)
{
}

const cache::CacheVersions& SourceFileItem::versions() const
{
    return kSourceFileVersions;
}

cache::CacheKey SourceFileItem::key() const
{
    return cache::CacheKeyBuilder(m_scope)
        .addFile(m_place.source, sources::withoutCredentials(m_place.url))
        .addPlace(net::placeIdentity(httpTarget()))
        .build();
}

net::HttpTarget SourceFileItem::httpTarget() const
{
    return {.url = m_place.url,
            .headers = m_place.headers,
            .redirectHosts = m_place.redirectHosts,
            .acceptInvalidCerts = m_place.acceptInvalidCerts};
}

void SourceFileItem::start(TempFile target, std::stop_token stop, Done done)
{
    net::DownloadRequest request{.from = httpTarget(),
                                 .target = std::move(target),
                                 .decompress = true,
                                 .source = m_place.source,
                                 .location = sources::withoutCredentials(m_place.url),
                                 .label =
                                     std::string(baseName(sources::splitUrl(m_place.url).path))};
    m_downloader.start(std::move(request), std::move(stop),
                       [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                           done({.content = std::move(outcome.content),
                                 .httpStatus = outcome.httpStatus,
                                 .attempts = outcome.attempts,
                                 .blockedFor = outcome.blockedFor});
                       });
}

Result<void> SourceFileItem::accept(TempFile& file, std::stop_token /*stop*/)
{
    FL_TRY(const auto bytes, file.map());
    return checkIsSource(sources::splitUrl(m_place.url).path, bytes.text());
}

Result<SourceFile> SourceFileItem::load(ByteView bytes) const
{
    if (bytes.size() > m_limits.maxDecompressedSourceBytes)
        return fail(ErrorKind::Malformed, "source file of ", bytes.size(), " bytes, limit ",
                    m_limits.maxDecompressedSourceBytes);
    if (!isValidUtf8(bytes.text()))
        return fail(ErrorKind::Malformed, "source file is not utf-8");
    return SourceFile{std::move(bytes)};
}

std::vector<cache::CacheAnswer<SourceFile>> fetchSources(const Services& services,
                                                         std::span<const SourcePlace> places,
                                                         const std::string& scope,
                                                         cache::CacheFetchOptions options,
                                                         const std::stop_token& stop)
{
    std::vector<cache::CacheFuture<SourceFile>> waiting;
    for (const auto& place : places)
        waiting.push_back(services.cache.fetch(
            std::make_shared<SourceFileItem>(place, scope, services.downloader, services.limits),
            stop, options));
    std::vector<cache::CacheAnswer<SourceFile>> answers;
    answers.reserve(waiting.size());
    for (const auto& future : waiting)
        answers.push_back(future.answer(stop));
    return answers;
}

Candidate candidateOf(const SourcePlace& place, const cache::CacheAnswer<SourceFile>& answer)
{
    Candidate candidate;
    candidate.source = place.source;
    candidate.location = sources::withoutCredentials(place.url);
    candidate.fileType = "source";
    candidate.layer = layerOf(answer.trace.layer);
    setTrace(candidate, answer.trace);
    if (!answer.value) {
        setDownloadError(candidate, answer.value.error());
        return candidate;
    }
    candidate.download = DownloadStatus::Ok;
    candidate.features.hasSources = true;
    candidate.sizeBytes = (*answer.value)->text.size();
    return candidate;
}

} // namespace faultline::symbolicate
