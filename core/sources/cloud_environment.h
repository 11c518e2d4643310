// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace faultline::sources {

/// What a machine in a cloud knows about its own identity. Names and meaning: "Container credential
/// provider" and "IMDS credential provider" (AWS SDKs and Tools Reference), "Application Default
/// Credentials" (Google Cloud).
struct CloudEnvironment
{
    std::string awsContainerUri;   ///< Absolute URI; empty outside a container.
    std::string awsContainerToken; ///< Authorization header of requests to it; may be empty.
    std::string
        awsContainerTokenFile; ///< Read again for every request; takes precedence over the token.
    std::string awsMetadataUrl = "http://169.254.169.254";
    std::string googleServiceAccountFile; ///< Empty when there is none.
    std::string googleMetadataUrl = "http://metadata.google.internal";
};

/// Reads environment variables. Variables that are not set leave the defaults.
CloudEnvironment readCloudEnvironment(
    const std::function<std::optional<std::string>(const std::string& name)>& variable);

} // namespace faultline::sources
