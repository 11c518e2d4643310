#pragma once

#include <functional>
#include <optional>
#include <string>

namespace faultline::sources {

/// What a machine in a cloud is told about its own identity. Names and meaning: "Container
/// credential provider" and "IMDS credential provider" (AWS SDKs and Tools Reference),
/// "Application Default Credentials" (Google Cloud).
struct CloudEnvironment
{
    std::string awsContainerUri;       ///< Absolute; empty: not in a container.
    std::string awsContainerToken;     ///< Authorization of requests to it; may be empty.
    std::string awsContainerTokenFile; ///< Read anew every time; goes before the token.
    std::string awsMetadataUrl = "http://169.254.169.254";
    std::string googleServiceAccountFile; ///< Empty: none.
    std::string googleMetadataUrl = "http://metadata.google.internal";
};

/// From environment variables; those that are not set leave the defaults.
CloudEnvironment readCloudEnvironment(
    const std::function<std::optional<std::string>(const std::string& name)>& variable);

} // namespace faultline::sources
