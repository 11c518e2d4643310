// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/sigv4_signer.h"
#include "core/net/transport/http_caller.h"
#include "core/net/transport/timed_answers.h"
#include "core/sources/cloud_environment.h"
#include "core/sources/source_config.h"

namespace faultline::net {

/// Temporary keys of a machine's role.
struct AwsRoleKeys
{
    AwsCredentials credentials;
    std::optional<std::chrono::sys_seconds> expiresAt; ///< Absent when the answer does not say it.
};

/// Parses the answer of the container and instance end points: an object with AccessKeyId,
/// SecretAccessKey, Token and Expiration ("IAM roles for tasks", Amazon ECS; "Retrieve security
/// credentials from instance metadata", Amazon EC2). Errors: Malformed.
Result<AwsRoleKeys> parseAwsRoleKeys(std::string_view json);

/// Parses "2013-05-24T00:00:00Z", also with a fraction of a second. Absent for anything else.
std::optional<std::chrono::sys_seconds> parseUtcTime(std::string_view text);

/// Gets the keys of the role that this container or machine runs under. Keeps them until five
/// minutes before they expire. Thread-safe; the caller must outlive it.
class AwsRoles
{
public:
    using Done = std::move_only_function<void(Result<AwsCredentials>)>;

    AwsRoles(HttpCaller& caller, sources::CloudEnvironment environment);

    /// Calls `done` exactly once. Errors: DownloadFailed (the end point is missing or refuses;
    /// plain HTTP is allowed only on this machine), Timeout, Cancelled.
    void get(sources::AwsCredentialsProvider provider, std::stop_token stop, Done done);

private:
    using Answers = TimedAnswers<AwsCredentials>;

    void fetchFromContainer(Answers::Fetched fetched);
    void fetchFromInstance(Answers::Fetched fetched);

    HttpCaller& m_caller;
    const sources::CloudEnvironment m_environment;
    Answers m_answers{4};
};

} // namespace faultline::net
