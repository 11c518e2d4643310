// SPDX-License-Identifier: GPL-3.0-or-later
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
    std::string endpoint; ///< Absolute URL; empty means Amazon's.
    bool pathStyle =
        true; ///< Only with an endpoint: the bucket is part of the path, not of the host.
};

/// The address of one object.
struct S3Address
{
    std::string scheme;
    std::string host;   ///< The value of the Host header.
    std::string path;   ///< Not encoded.
    std::string region; ///< The region that the signature names.

    /// Encoded as the signature requires.
    std::string url() const;
};

/// Computes an object's address. Uses virtual-host style if a certificate can cover the host;
/// otherwise the bucket becomes the first part of the path. `key` is not encoded. Amazon's hosts by
/// partition, FIPS and legacy names: "Amazon S3 endpoints and quotas" (AWS General Reference).
/// Errors: DownloadFailed (region, bucket or endpoint cannot be part of a URL).
Result<S3Address> s3Address(const S3Bucket& bucket, std::string_view key);

} // namespace faultline::net
