// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/symbfile/symbfile_store.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace faultline::server::symbfile_api {

struct SymbfileApiOptions
{
    std::vector<std::string> apiKeys; ///< Empty means that every upload is refused.
    std::filesystem::path spoolFolder;
    std::uint64_t maxBodyBytes = 512ull << 20;
    /// Called when a file has become complete, so that the receiver can drop cached facts about it.
    std::function<void(Kind kind, const UploadHeaders& upload)> onCompleted =
        [](Kind, const UploadHeaders&) {};
};

/// Uploads of symbols in Elastic's form, and the read API of devfiler (docs/spec/symbfile.md
/// §§8–10). Store and log must outlive it, and it must outlive the server that has its routes.
class SymbfileApi
{
public:
    SymbfileApi(SymbfileApiOptions options, SymbfileStore& store, LogSink& log)
        : m_options(std::move(options)), m_store(store), m_log(log)
    {
    }

    std::vector<Route> routes(RequestRunner& runner);

private:
    HttpOpening openUpload(const HttpRequestHead& head, Kind kind, RequestRunner& runner);
    HttpResponse
    store(Kind kind, const UploadHeaders& headers, const ByteView& body, std::stop_token stop);
    HttpResponse refuse(unsigned status, std::string_view code, std::string_view text) const;
    HttpResponse metadata(const PathSegments& path) const;
    HttpResponse ranges(const PathSegments& path) const;

    SymbfileApiOptions m_options;
    SymbfileStore& m_store;
    LogSink& m_log;
};

} // namespace faultline::server::symbfile_api
