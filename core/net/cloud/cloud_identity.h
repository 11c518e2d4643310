#pragma once

#include "core/net/cloud/aws_roles.h"
#include "core/net/cloud/gcs_protocol.h"
#include "core/net/cloud/gcs_token.h"

namespace faultline::net {

/// Where keys and tokens for object stores come from, each got once and kept until it expires.
/// What it hands out refers to it. Thread-safe; the caller outlives it.
class CloudIdentity
{
public:
    CloudIdentity(HttpCaller& caller,
                  sources::CloudEnvironment environment,
                  std::size_t tokenCapacity);

    /// `fixed` counts for the provider Static; absent for Anonymous.
    std::optional<AsyncGetter<AwsCredentials>> awsKeys(sources::AwsCredentialsProvider provider,
                                                       AwsCredentials fixed);

    GcsProtocol::Authority googleAccount(GcsKey key, GcsScope scope);
    GcsProtocol::Authority bearerToken(std::string token);
    /// Errors of the file come with each request.
    GcsProtocol::Authority googleAccountFile(const std::string& path, GcsScope scope);
    /// The service account whose file the environment names, else the machine's own.
    GcsProtocol::Authority googleDefault(GcsScope scope);

private:
    const sources::CloudEnvironment m_environment;
    AwsRoles m_awsRoles;
    GcsTokens m_gcsTokens;
};

} // namespace faultline::net
