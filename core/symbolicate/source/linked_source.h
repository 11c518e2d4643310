// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"
#include "core/model/report.h"
#include "core/net/download/downloader.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/options/options.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// A URL that may supply the text of a source file.
struct SourcePlace
{
    std::string source; ///< Source id for candidates; "sourcelink" for links of debug files.
    std::string url;
    net::HttpHeaders headers;
    /// Hosts other than its own that a redirect may lead to; absent: any host.
    std::optional<std::vector<std::string>> redirectHosts{};
    bool acceptInvalidCerts = false;
    bool isConfigured = false; ///< A server of the configuration, which needs no consent.

    friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

/// The place that a debug file's link refers to; absent unless it is http(s). Headers for scraping
/// are sent only to allowed origins (docs/spec/native.md §18.1).
std::optional<SourcePlace> linkedPlace(const std::string& url, const ScrapingConfig& scraping);

/// Places of a source file on the debuginfod servers among the sources
/// (docs/spec/sources-and-caches.md §15.1). The path is absolute.
std::vector<SourcePlace> debuginfodPlaces(std::span<const sources::SourcePtr> sources,
                                          const CodeId& codeId,
                                          std::string_view path);

/// Do the options allow asking this place? If so, redirects are limited to the allowed hosts too.
bool mayAsk(SourcePlace& place, const LinkedSourcePolicy& policy);

/// A downloaded source file; UTF-8.
struct SourceFile
{
    ByteView text;
};

/// A source file at a URL. An answer that is not UTF-8, or a page of markup, is Malformed.
class SourceFileItem final : public cache::DownloadItem<SourceFile>
{
public:
    SourceFileItem(SourcePlace place,
                   std::string scope,
                   net::Downloader& downloader,
                   const ParseLimits& limits);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<void> accept(TempFile& file, std::stop_token stop) override;
    Result<SourceFile> load(ByteView bytes) const override;

private:
    net::HttpTarget httpTarget() const;

    SourcePlace m_place;
    std::string m_scope;
    net::Downloader& m_downloader;
    ParseLimits m_limits;
};

/// Downloads all places in parallel and waits. The answers are in the order of the places. For job
/// threads only. Errors for each place: those of DownloadOutcome, and Malformed (not UTF-8, markup,
/// larger than the limit for sources).
std::vector<cache::CacheAnswer<SourceFile>> fetchSources(const Services& services,
                                                         std::span<const SourcePlace> places,
                                                         const std::string& scope,
                                                         cache::CacheFetchOptions options,
                                                         const std::stop_token& stop);

/// How such a download appears among a module's candidates.
Candidate candidateOf(const SourcePlace& place, const cache::CacheAnswer<SourceFile>& answer);

} // namespace faultline::symbolicate
