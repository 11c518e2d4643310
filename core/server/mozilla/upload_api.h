// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/mozilla/archive_fetch.h"
#include "core/server/mozilla/symbol_archive.h"
#include "core/server/mozilla/symbol_folder.h"
#include "core/server/mozilla/upload_form.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

struct UploadOptions
{
    std::filesystem::path directory; ///< Where symbols are kept.
    std::filesystem::path spoolFolder;
    std::vector<std::string> tokens; ///< Without labels. Empty means that every upload is refused.
    std::vector<std::string> allowedHosts; ///< From which archives may be fetched.
    std::uint64_t maxBodyBytes = 2ull << 30;
    UnpackLimits unpacking{};
    /// Called after files may have been stored, on any thread; null: nobody wants to know.
    std::function<void()> onStored{};
};

/// The folder with the files of ordinary uploads, and the one with those of try uploads.
SymbolFolder regularSymbols(const std::filesystem::path& directory);
SymbolFolder trySymbols(const std::filesystem::path& directory);

/// Upload and download of symbols as at Mozilla's symbol server (docs/spec/mozilla-api.md §§13–14).
/// Downloader and log must outlive it, and it must outlive the server that has its routes.
class UploadApi
{
public:
    UploadApi(UploadOptions options, net::Downloader& downloader, LogSink& log);

    std::vector<Route> routes(RequestRunner& runner);

private:
    struct Stored;

    HttpOpening openUpload(const HttpRequestHead& head, RequestRunner& runner);
    HttpResponse takeUpload(const std::string& contentType,
                            const ByteView& body,
                            const std::stop_token& stop) const;
    Result<Stored> storeForm(const UploadForm& form, const std::stop_token& stop) const;
    Result<Stored> storeArchive(const ByteView& archive,
                                const SymbolFolder& folder,
                                const std::stop_token& stop) const;
    HttpOpening download(const HttpRequestHead& head,
                         const PathSegments& path,
                         bool isTry,
                         RequestRunner& runner) const;
    HttpResponse find(const SymbolKey& key, std::string_view query, bool isTry) const;

    UploadOptions m_options;
    ArchiveFetch m_fetch;
    SymbolFolder m_regular;
    SymbolFolder m_try;
    LogSink& m_log;
};

} // namespace faultline::server::mozilla
