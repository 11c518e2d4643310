// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/downloader.h"

#include <filesystem>

namespace faultline::server::mozilla {

/// Fetches uploaded archives from URLs, over https and from allowed hosts only, redirects included.
/// The downloader must outlive it. Thread-safe.
class ArchiveFetch
{
public:
    ArchiveFetch(net::Downloader& downloader,
                 std::filesystem::path spoolFolder,
                 std::vector<std::string> allowedHosts)
        : m_downloader(downloader), m_folder(std::move(spoolFolder)),
          m_allowedHosts(std::move(allowedHosts))
    {
    }

    /// Waits for the whole file. Errors: Malformed, with the text that the client gets
    /// (docs/spec/mozilla-api.md §14); Cancelled.
    Result<ByteView>
    fetch(const std::string& url, std::uint64_t maxBytes, std::stop_token stop) const;

private:
    net::Downloader& m_downloader;
    std::filesystem::path m_folder;
    std::vector<std::string> m_allowedHosts;
};

/// Returns Malformed unless `url` begins with https:// and names an allowed host.
Result<void> checkArchiveUrl(std::string_view url, const std::vector<std::string>& allowedHosts);

} // namespace faultline::server::mozilla
