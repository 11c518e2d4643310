// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/aws_roles.h"
#include "core/net/cloud/gcs_protocol.h"
#include "core/net/cloud/gcs_token.h"

namespace faultline::net {

/// Provides keys and tokens for object stores. Each is fetched once and kept until it expires. The
/// getters that it returns refer to it. Thread-safe; the caller must outlive it.
class CloudIdentity
{
public:
    CloudIdentity(HttpCaller& caller,
                  sources::CloudEnvironment environment,
                  std::size_t tokenCapacity);

    /// `fixed` holds the keys for the provider Static. Absent for Anonymous.
    std::optional<AsyncGetter<AwsCredentials>> awsKeys(sources::AwsCredentialsProvider provider,
                                                       AwsCredentials fixed);

    GcsProtocol::Authority googleAccount(GcsKey key, GcsScope scope);
    GcsProtocol::Authority bearerToken(std::string token);
    /// An unusable file makes each request fail with its error.
    GcsProtocol::Authority googleAccountFile(const std::string& path, GcsScope scope);
    /// The service account of the file that the environment names, otherwise the machine's own.
    GcsProtocol::Authority googleDefault(GcsScope scope);

private:
    const sources::CloudEnvironment m_environment;
    AwsRoles m_awsRoles;
    GcsTokens m_gcsTokens;
};

} // namespace faultline::net
