// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/s3_address.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/net/cloud/sigv4_signer.h"
#include "core/sources/url.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

struct Partition
{
    std::string_view regionPrefix;
    std::string_view domain;
};

constexpr std::array kPartitions{
    Partition{"cn-", "amazonaws.com.cn"},    Partition{"us-iso-", "c2s.ic.gov"},
    Partition{"us-isob-", "sc2s.sgov.gov"},  Partition{"us-isof-", "csp.hci.ic.gov"},
    Partition{"eu-isoe-", "cloud.adc-e.uk"}, Partition{"eusc-", "amazonaws.eu"},
};

std::string_view domainOf(std::string_view region)
{
    for (const auto& partition : kPartitions) {
        if (region.starts_with(partition.regionPrefix))
            return partition.domain;
    }
    return "amazonaws.com";
}

bool isLabelCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/// A name with dots is more than one label, which Amazon's wildcard certificate does not cover.
bool mayBeHostLabel(std::string_view name)
{
    constexpr std::size_t kMaxLabel = 63;
    return !name.empty() && name.size() <= kMaxLabel &&
           std::ranges::all_of(name, isLabelCharacter) && !name.starts_with('-') &&
           !name.ends_with('-');
}

/// A service host, and the region for its signatures.
struct Service
{
    std::string host;
    std::string region;
};

/// Pseudo-regions of older configurations stand for a host and a real region.
Service amazonService(std::string_view region)
{
    if (region == "aws-global")
        return {"s3.amazonaws.com", "us-east-1"};
    if (region == "s3-external-1")
        return {"s3-external-1.amazonaws.com", "us-east-1"};
    std::string_view service = "s3.";
    if (region.starts_with("fips-")) {
        region.remove_prefix(5);
        service = "s3-fips.";
    } else if (region.ends_with("-fips")) {
        region.remove_suffix(5);
        service = "s3-fips.";
    }
    return {concat(service, region, ".", domainOf(region)), std::string(region)};
}

Result<S3Address> amazonAddress(const S3Bucket& bucket, std::string_view key)
{
    const auto region = toLowerAscii(bucket.region);
    if (!mayBeHostLabel(region))
        return fail(ErrorKind::DownloadFailed, "\"", escapeControls(bucket.region),
                    "\" is no name of a region");
    auto [host, signedRegion] = amazonService(region);
    if (mayBeHostLabel(bucket.name))
        return S3Address{"https", concat(bucket.name, ".", host), concat("/", key),
                         std::move(signedRegion)};
    return S3Address{"https", std::move(host), concat("/", bucket.name, "/", key),
                     std::move(signedRegion)};
}

/// Without the scheme's default port, as clients send it.
std::string hostHeader(const sources::UrlParts& parts)
{
    auto host = toLowerAscii(parts.host);
    if (host.find(':') != std::string::npos)
        host = concat("[", host, "]");
    const bool isImplied = parts.port.empty() || (parts.scheme == "http" && parts.port == "80") ||
                           (parts.scheme == "https" && parts.port == "443");
    return isImplied ? host : concat(host, ":", parts.port);
}

Result<S3Address> endpointAddress(const S3Bucket& bucket, std::string_view key)
{
    auto endpoint = bucket.endpoint;
    const auto lowered = toLowerAscii(endpoint.substr(0, endpoint.find("://")));
    endpoint.replace(0, lowered.size(), lowered);
    const auto parts = sources::splitUrl(endpoint);
    if ((parts.scheme != "http" && parts.scheme != "https") || parts.host.empty())
        return fail(ErrorKind::DownloadFailed, "the endpoint is no http or https URL");
    auto base = parts.path;
    while (base.ends_with('/'))
        base.remove_suffix(1);
    auto host = hostHeader(parts);
    if (!bucket.pathStyle && mayBeHostLabel(bucket.name))
        return S3Address{std::string(parts.scheme), concat(bucket.name, ".", host),
                         concat(base, "/", key), bucket.region};
    return S3Address{std::string(parts.scheme), std::move(host),
                     concat(base, "/", bucket.name, "/", key), bucket.region};
}

} // namespace

std::string S3Address::url() const
{
    return concat(scheme, "://", host, awsEncoded(path, SlashRule::Keep));
}

Result<S3Address> s3Address(const S3Bucket& bucket, std::string_view key)
{
    if (bucket.name.empty())
        return fail(ErrorKind::DownloadFailed, "the bucket has no name");
    return bucket.endpoint.empty() ? amazonAddress(bucket, key) : endpointAddress(bucket, key);
}

} // namespace faultline::net
