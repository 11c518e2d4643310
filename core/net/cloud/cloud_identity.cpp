// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/cloud_identity.h"

#include "core/base/file.h"

namespace faultline::net {

namespace {

constexpr std::uint64_t kMaxKeyFileBytes = 1 << 20;

/// Says the same to everyone.
template <class T>
AsyncGetter<T> always(Result<T> value)
{
    return [value = std::move(value)](
               std::stop_token, std::move_only_function<void(Result<T>)> done) { done(value); };
}

Result<GcsKey> readKeyFile(const std::string& path)
{
    const auto bytes = readFile(path, kMaxKeyFileBytes);
    if (!bytes)
        return fail(ErrorKind::DownloadFailed, "GCS key file: ", bytes.error().describe());
    auto key = parseServiceAccount(bytes->text());
    if (!key)
        return fail(ErrorKind::DownloadFailed, "GCS key file: ", key.error().detail);
    return key;
}

} // namespace

CloudIdentity::CloudIdentity(HttpCaller& caller,
                             sources::CloudEnvironment environment,
                             std::size_t tokenCapacity)
    : m_environment(std::move(environment)), m_awsRoles(caller, m_environment),
      m_gcsTokens(caller, tokenCapacity)
{
}

std::optional<AsyncGetter<AwsCredentials>>
CloudIdentity::awsKeys(sources::AwsCredentialsProvider provider, AwsCredentials fixed)
{
    switch (provider) {
    case sources::AwsCredentialsProvider::Static: return always<AwsCredentials>(std::move(fixed));
    case sources::AwsCredentialsProvider::Anonymous: return std::nullopt;
    case sources::AwsCredentialsProvider::Container:
    case sources::AwsCredentialsProvider::Instance: break;
    }
    return [this, provider](std::stop_token stop, AwsRoles::Done done) {
        m_awsRoles.get(provider, std::move(stop), std::move(done));
    };
}

GcsProtocol::Authority CloudIdentity::googleAccount(GcsKey key, GcsScope scope)
{
    return {[this, key, scope](std::stop_token stop, GcsTokens::Done done) {
                m_gcsTokens.get(key, scope, std::move(stop), std::move(done));
            },
            [this, key, scope] { m_gcsTokens.forget(key, scope); }};
}

GcsProtocol::Authority CloudIdentity::bearerToken(std::string token)
{
    return {always<std::string>(std::move(token)), [] {}};
}

GcsProtocol::Authority CloudIdentity::googleAccountFile(const std::string& path, GcsScope scope)
{
    auto key = readKeyFile(path);
    if (!key)
        return {always<std::string>(std::unexpected(std::move(key.error()))), [] {}};
    return googleAccount(*std::move(key), scope);
}

GcsProtocol::Authority CloudIdentity::googleDefault(GcsScope scope)
{
    if (m_environment.googleServiceAccountFile.empty())
        return {[this](std::stop_token stop, GcsTokens::Done done) {
                    m_gcsTokens.getOfMachine(m_environment.googleMetadataUrl, std::move(stop),
                                             std::move(done));
                },
                [] {}};
    return googleAccountFile(m_environment.googleServiceAccountFile, scope);
}

} // namespace faultline::net
