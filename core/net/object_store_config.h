#pragma once

#include "core/net/aws_credentials.h"
#include "core/net/gcs_bucket.h"
#include "core/net/s3_address.h"
#include "core/sources/source_config.h"

#include <optional>
#include <string>
#include <variant>

namespace faultline {

/// A bucket of S3 or of a store that speaks its protocol, and the keys to it.
struct S3StoreConfig
{
    S3Bucket bucket;
    std::string prefix; ///< Of all keys; outer slashes do not count.
    AwsCredentialsProvider provider = AwsCredentialsProvider::Static;
    AwsCredentials keys; ///< For the provider Static.
};

/// A bucket of Google Cloud Storage, and the account that may use it.
struct GcsStoreConfig
{
    GcsBucket bucket;
    std::string prefix;
    std::optional<std::string> serviceAccountFile; ///< Absent: what the environment names, else the
                                                   ///< machine's own account.
};

using ObjectStoreConfig = std::variant<S3StoreConfig, GcsStoreConfig>;

} // namespace faultline
