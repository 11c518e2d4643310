// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/object_protocol.h"
#include "core/net/cloud/s3_address.h"
#include "core/net/cloud/sigv4_signer.h"

#include <mutex>
#include <optional>

namespace faultline::net {

/// One bucket of Amazon S3 or of a compatible store. Objects are read by presigned URLs, which are
/// valid for 15 minutes. All other requests are signed in headers.
class S3Protocol final : public ObjectProtocol
{
public:
    /// Without `credentials` nothing is signed, for public buckets.
    S3Protocol(S3Bucket bucket, std::optional<AsyncGetter<AwsCredentials>> credentials);

    void signGet(const std::string& key, std::stop_token stop, Done done) override;
    void signExists(const std::string& key, std::stop_token stop, Done done) override;
    void signPut(const StoreUpload& upload, std::stop_token stop, Done done) override;
    Error explain(const HttpHead& head, std::string_view body) override;

private:
    using Sign = std::move_only_function<StoreRequest(const S3Address&, const AwsCredentials&)>;

    Result<StoreRequest> unsignedRequest(std::string method, const std::string& key) const;
    void sign(const std::string& key, std::stop_token stop, Sign sign, Done done);
    void remember(const AwsCredentials& credentials);

    const S3Bucket m_bucket;
    const std::optional<AsyncGetter<AwsCredentials>> m_credentials;
    std::mutex m_mutex;    // Guards m_used.
    AwsCredentials m_used; // Credentials that a refusal might quote.
};

} // namespace faultline::net
