// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/s3_protocol.h"

#include "core/base/hash.h"
#include "core/net/cloud/s3_refusal.h"
#include "core/net/transport/http_status.h"
#include "core/net/transport/secrets.h"

namespace faultline::net {

namespace {

constexpr std::chrono::minutes kUrlLifetime(15);

SigV4Signer::Time now()
{
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

SigV4Request requestTo(const S3Address& address, std::string_view method)
{
    SigV4Request request;
    request.method = method;
    request.host = address.host;
    request.path = address.path;
    return request;
}

StoreRequest
signedInHeaders(const S3Address& address, const AwsCredentials& credentials, SigV4Request request)
{
    request.headers.emplace_back("X-Amz-Content-Sha256", request.payloadHash);
    auto method = request.method;
    const SigV4Signer signer(credentials, address.region);
    return {std::move(method), address.url(), signer.signedHeaders(std::move(request), now())};
}

} // namespace

S3Protocol::S3Protocol(S3Bucket bucket, std::optional<AsyncGetter<AwsCredentials>> credentials)
    : m_bucket(std::move(bucket)), m_credentials(std::move(credentials))
{
}

void S3Protocol::remember(const AwsCredentials& credentials)
{
    const std::lock_guard lock(m_mutex);
    m_used = credentials;
}

Result<StoreRequest> S3Protocol::unsignedRequest(std::string method, const std::string& key) const
{
    FL_TRY(const auto address, s3Address(m_bucket, key));
    return StoreRequest{std::move(method), address.url(), {}};
}

void S3Protocol::sign(const std::string& key, std::stop_token stop, Sign sign, Done done)
{
    auto address = s3Address(m_bucket, key);
    if (!address)
        return done(std::unexpected(std::move(address.error())));
    (*m_credentials)(std::move(stop),
                     [this, address = *std::move(address), sign = std::move(sign),
                      done = std::move(done)](Result<AwsCredentials> credentials) mutable {
                         if (!credentials)
                             return done(std::unexpected(std::move(credentials.error())));
                         remember(*credentials);
                         done(sign(address, *credentials));
                     });
}

void S3Protocol::signGet(const std::string& key, std::stop_token stop, Done done)
{
    if (!m_credentials)
        return done(unsignedRequest("GET", key));
    sign(
        key, std::move(stop),
        [](const S3Address& address, const AwsCredentials& credentials) {
            auto request = requestTo(address, "GET");
            request.payloadHash = kUnsignedPayload;
            const SigV4Signer signer(credentials, address.region);
            return StoreRequest{
                "GET",
                concat(address.url(), "?",
                       signer.presignedQuery(std::move(request), now(), kUrlLifetime)),
                {}};
        },
        std::move(done));
}

void S3Protocol::signExists(const std::string& key, std::stop_token stop, Done done)
{
    if (!m_credentials)
        return done(unsignedRequest("HEAD", key));
    sign(
        key, std::move(stop),
        [](const S3Address& address, const AwsCredentials& credentials) {
            auto request = requestTo(address, "HEAD");
            request.payloadHash = sha256Hex({});
            return signedInHeaders(address, credentials, std::move(request));
        },
        std::move(done));
}

void S3Protocol::signPut(const StoreUpload& upload, std::stop_token stop, Done done)
{
    if (!m_credentials)
        return done(fail(ErrorKind::PermissionDenied, "nothing is written without keys"));
    sign(
        upload.key, std::move(stop),
        [content = upload.content, encoding = upload.contentEncoding](
            const S3Address& address, const AwsCredentials& credentials) {
            auto request = requestTo(address, "PUT");
            request.payloadHash = sha256Hex(content.span());
            request.headers = {{"Content-Type", "application/octet-stream"},
                               {"If-None-Match", "*"}};
            if (!encoding.empty())
                request.headers.emplace_back("Content-Encoding", encoding);
            return signedInHeaders(address, credentials, std::move(request));
        },
        std::move(done));
}

Error S3Protocol::explain(const HttpHead& head, std::string_view body)
{
    auto error = errorForS3Refusal(head, body);
    const std::lock_guard lock(m_mutex);
    error.detail =
        shownText(error.detail, {m_used.accessKey, m_used.secretKey, m_used.sessionToken});
    return error;
}

} // namespace faultline::net
