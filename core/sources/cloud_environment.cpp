// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/cloud_environment.h"

namespace faultline::sources {

namespace {

/// Host for the paths that Amazon ECS gives without one.
constexpr const char* kEcsHost = "http://169.254.170.2";

} // namespace

CloudEnvironment readCloudEnvironment(
    const std::function<std::optional<std::string>(const std::string& name)>& variable)
{
    const auto text = [&](const char* name) { return variable(name).value_or(""); };
    CloudEnvironment environment;
    const auto relative = text("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    environment.awsContainerUri =
        relative.empty() ? text("AWS_CONTAINER_CREDENTIALS_FULL_URI") : kEcsHost + relative;
    environment.awsContainerToken = text("AWS_CONTAINER_AUTHORIZATION_TOKEN");
    environment.awsContainerTokenFile = text("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    if (auto url = text("AWS_EC2_METADATA_SERVICE_ENDPOINT"); !url.empty())
        environment.awsMetadataUrl = std::move(url);
    environment.googleServiceAccountFile = text("GOOGLE_APPLICATION_CREDENTIALS");
    if (const auto host = text("GCE_METADATA_HOST"); !host.empty())
        environment.googleMetadataUrl = "http://" + host;
    return environment;
}

} // namespace faultline::sources
