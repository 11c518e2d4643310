// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/gcs_protocol.h"

#include "core/net/cloud/sigv4_signer.h"
#include "core/net/transport/http_status.h"

namespace faultline::net {

namespace {

constexpr std::string_view kGoogle = "https://storage.googleapis.com";

/// A name as one segment of a path, or as a value of a query.
std::string encoded(std::string_view name)
{
    return awsEncoded(name, SlashRule::Encode);
}

} // namespace

GcsProtocol::GcsProtocol(Bucket bucket, std::optional<Authority> authority)
    : m_bucket(std::move(bucket)), m_authority(std::move(authority))
{
    if (m_bucket.endpoint.empty())
        m_bucket.endpoint = kGoogle;
    while (m_bucket.endpoint.ends_with('/'))
        m_bucket.endpoint.pop_back();
}

std::string GcsProtocol::objectUrl(std::string_view key) const
{
    return concat(m_bucket.endpoint, "/storage/v1/b/", encoded(m_bucket.name), "/o/", encoded(key));
}

std::string GcsProtocol::publicUrl(std::string_view key) const
{
    return concat(m_bucket.endpoint, "/", encoded(m_bucket.name), "/",
                  awsEncoded(key, SlashRule::Keep));
}

void GcsProtocol::authorise(StoreRequest request, std::stop_token stop, Done done)
{
    m_authority->token(std::move(stop), [request = std::move(request), done = std::move(done)](
                                            Result<std::string> token) mutable {
        if (!token)
            return done(std::unexpected(std::move(token.error())));
        request.headers.emplace_back("Authorization", "Bearer " + *token);
        done(std::move(request));
    });
}

void GcsProtocol::signGet(const std::string& key, std::stop_token stop, Done done)
{
    if (!m_authority)
        return done(StoreRequest{"GET", publicUrl(key), {}});
    authorise({"GET", objectUrl(key) + "?alt=media", {}}, std::move(stop), std::move(done));
}

void GcsProtocol::signExists(const std::string& key, std::stop_token stop, Done done)
{
    if (!m_authority)
        return done(StoreRequest{"HEAD", publicUrl(key), {}});
    authorise({"GET", objectUrl(key) + "?fields=name", {}}, std::move(stop), std::move(done));
}

void GcsProtocol::signPut(const StoreUpload& upload, std::stop_token stop, Done done)
{
    if (!m_authority)
        return done(fail(ErrorKind::PermissionDenied, "nothing is written without a key"));
    auto url = concat(m_bucket.endpoint, "/upload/storage/v1/b/", encoded(m_bucket.name),
                      "/o?uploadType=media&name=", encoded(upload.key), "&ifGenerationMatch=0");
    if (!upload.contentEncoding.empty())
        url += "&contentEncoding=" + encoded(upload.contentEncoding);
    authorise({"POST", std::move(url), {{"Content-Type", "application/octet-stream"}}},
              std::move(stop), std::move(done));
}

Error GcsProtocol::explain(const HttpHead& head, std::string_view)
{
    if (head.status == 401 && m_authority)
        m_authority->refused();
    return errorForStatus(head).value_or(Error{});
}

} // namespace faultline::net
