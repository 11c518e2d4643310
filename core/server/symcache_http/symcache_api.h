#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/symcache_http/negotiation.h"
#include "core/server/symcache_http/symcache_folder.h"
#include "core/server/symcache_http/symcache_maker.h"

#include <vector>

namespace faultline::server::symcache_http {

/// The SymCache protocol below /symcache (docs/spec/symcache-http.md). Folder and maker must
/// outlive it, and it must outlive the server that has its routes.
class SymcacheApi
{
public:
    /// Without a `maker` (null) only existing files are served.
    SymcacheApi(const SymcacheFolder& folder, SymcacheMaker* maker)
        : m_folder(folder), m_maker(maker)
    {
    }

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

    const SymcacheFolder& m_folder;
    SymcacheMaker* m_maker;
};

} // namespace faultline::server::symcache_http
