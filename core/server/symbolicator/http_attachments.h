// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/downloader.h"
#include "core/server/symbolicator/attachment_source.h"

#include <filesystem>

namespace faultline::server {

/// Fetches attachments over HTTP. The reference's client for them may connect to any address. Here
/// the address filter applies to them as well, because clients of the server may not be trusted.
/// The downloader must outlive it.
class HttpAttachments final : public AttachmentSource
{
public:
    HttpAttachments(net::Downloader& downloader,
                    std::filesystem::path folder,
                    bool filtersAddresses)
        : m_downloader(downloader), m_folder(std::move(folder)),
          m_filtersAddresses(filtersAddresses)
    {
    }

    Result<ByteView> fetch(const std::string& url,
                           const std::optional<std::string>& token,
                           std::stop_token stop) override;

private:
    net::Downloader& m_downloader;
    std::filesystem::path m_folder; ///< For temporary files.
    bool m_filtersAddresses;
};

} // namespace faultline::server
