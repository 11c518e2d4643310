// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace faultline::server {

/// The request that work is done for.
struct RequestInfo
{
    std::string id; ///< As the client gave it, or our own.
    std::string method;
    std::string path; ///< Without the query, which may hold secrets.
    std::chrono::steady_clock::time_point started;
    /// What answers the request; it lives until nothing is done for the request any more.
    std::shared_ptr<const void> server;
    std::string scope{}; ///< The query's `scope`, shortened; empty: global.
};

using RequestInfoPtr = std::shared_ptr<const RequestInfo>;

/// Names the request that the thread works for while the object lives, so that the log can name it
/// too. Work that goes on on another thread takes current() along. Create and destroy it on one
/// thread.
class RequestScope
{
public:
    explicit RequestScope(RequestInfoPtr request);
    ~RequestScope();
    RequestScope(const RequestScope&) = delete;
    RequestScope& operator=(const RequestScope&) = delete;

    /// Null while the thread works for no request.
    static const RequestInfoPtr& current();

private:
    RequestInfoPtr m_outer;
};

} // namespace faultline::server
