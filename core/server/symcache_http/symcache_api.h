// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/symcache_http/negotiation.h"
#include "core/server/symcache_http/symcache_folder.h"
#include "core/server/symcache_http/symcache_maker.h"

#include <vector>

namespace faultline::server::symcache_http {

/// The SymCache protocol below /symcache (docs/spec/symcache-http.md). Folder and makers must
/// outlive it, and it must outlive the server that has its routes.
class SymcacheApi
{
public:
    /// Each maker makes another major version; none is null. Without any, only existing files are
    /// served.
    SymcacheApi(const SymcacheFolder& folder, std::vector<SymcacheMaker*> makers);

    std::vector<Route> routes(RequestRunner& runner);

private:
    struct Request;

    static Result<Request> readRequest(const HttpRequestHead& head, const PathSegments& path);
    HttpOpening
    open(const HttpRequestHead& head, const PathSegments& path, RequestRunner& runner) const;
    HttpOpening makeOrAskAgain(Request request, RequestRunner& runner) const;
    HttpResponse makeNow(const Request& request, std::stop_token stop) const;
    HttpResponse askAgain(const Request& request) const;
    HttpResponse
    answer(const Request& request, Decision decision, const std::optional<StoredFile>& file) const;
    Situation situationOf(const Request& request, const std::optional<StoredFile>& file) const;
    SymcacheMaker* makerFor(const Request& request) const;

    const SymcacheFolder& m_folder;
    std::vector<SymcacheMaker*> m_makers; ///< The newest version first.
};

} // namespace faultline::server::symcache_http
