#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace faultline::net {

/// Where a bucket is and how requests to it are signed.
struct S3Bucket
{
    std::string name;
    std::string region;
    std::string endpoint;  ///< Absolute URL; empty: Amazon's.
    bool pathStyle = true; ///< With an endpoint: the bucket is part of the path, not of the host.
};

/// One object's address.
struct S3Address
{
    std::string scheme;
    std::string host;   ///< As the Host header says it.
    std::string path;   ///< Not encoded.
    std::string region; ///< That the signature names.

    /// Encoded the way it is signed.
    std::string url() const;
};

/// Virtual-host style where a certificate can cover it, else the bucket becomes the first part of
/// the path. `key` is not encoded. Amazon's hosts by partition, FIPS and legacy names: "Amazon S3
/// endpoints and quotas" (AWS General Reference). Errors: DownloadFailed (the region, bucket or
/// endpoint cannot be part of a URL).
Result<S3Address> s3Address(const S3Bucket& bucket, std::string_view key);

} // namespace faultline::net
