// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/object_protocol.h"
#include "core/net/transport/request_access.h"

namespace faultline::net {

/// The right to read one object of a store.
class ObjectAccess final : public RequestAccess
{
public:
    ObjectAccess(std::shared_ptr<ObjectProtocol> protocol, std::string key)
        : m_protocol(std::move(protocol)), m_key(std::move(key))
    {
    }

    void grant(std::stop_token stop, Done done) override
    {
        m_protocol->signGet(m_key, std::move(stop),
                            [done = std::move(done)](Result<StoreRequest> request) mutable {
                                if (!request)
                                    return done(std::unexpected(std::move(request.error())));
                                done(Grant{std::move(request->url), std::move(request->headers)});
                            });
    }

    Error explain(const HttpHead& head, std::string_view body) override
    {
        return m_protocol->explain(head, body);
    }

private:
    const std::shared_ptr<ObjectProtocol> m_protocol;
    const std::string m_key;
};

} // namespace faultline::net
