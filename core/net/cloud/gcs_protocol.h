// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/object_protocol.h"

#include <optional>

namespace faultline::net {

/// One bucket of Google Cloud Storage, over its JSON API.
class GcsProtocol final : public ObjectProtocol
{
public:
    struct Bucket
    {
        std::string name;
        std::string endpoint; ///< Empty: https://storage.googleapis.com.
    };

    /// How requests are authorised. Without it, only public objects can be read, by public URLs.
    struct Authority
    {
        AsyncGetter<std::string> token;
        std::function<void()>
            refused; ///< Called when a token was refused: the next token must be a new one.
    };

    GcsProtocol(Bucket bucket, std::optional<Authority> authority);

    void signGet(const std::string& key, std::stop_token stop, Done done) override;
    void signExists(const std::string& key, std::stop_token stop, Done done) override;
    void signPut(const StoreUpload& upload, std::stop_token stop, Done done) override;
    Error explain(const HttpHead& head, std::string_view body) override;

private:
    void authorise(StoreRequest request, std::stop_token stop, Done done);
    std::string objectUrl(std::string_view key) const;
    std::string publicUrl(std::string_view key) const;

    Bucket m_bucket;
    const std::optional<Authority> m_authority;
};

} // namespace faultline::net
