#pragma once

#include <string>

namespace faultline {

/// Keys of an AWS account or of one that speaks its protocol. Secret: never shown.
struct AwsCredentials
{
    std::string accessKey;
    std::string secretKey;
    std::string sessionToken; ///< Empty for lasting keys.
};

} // namespace faultline
