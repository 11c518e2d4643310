// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/request_scope.h"

#include <utility>

namespace faultline::server {

namespace {

thread_local RequestInfoPtr currentRequest;

} // namespace

RequestScope::RequestScope(RequestInfoPtr request)
    : m_outer(std::exchange(currentRequest, std::move(request)))
{
}

RequestScope::~RequestScope()
{
    currentRequest = std::move(m_outer);
}

const RequestInfoPtr& RequestScope::current()
{
    return currentRequest;
}

} // namespace faultline::server
