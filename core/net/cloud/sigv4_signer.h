// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::net {

/// Keys of an account at AWS or a compatible store. Secret: never displayed.
struct AwsCredentials
{
    std::string accessKey;
    std::string secretKey;
    std::string sessionToken; ///< Empty for permanent keys.
};

/// The signed parts of a request. Nothing in it is percent-encoded.
struct SigV4Request
{
    std::string method = "GET";
    std::string host; ///< The value of the Host header.
    std::string path = "/";
    std::vector<std::pair<std::string, std::string>> query;
    HttpHeaders headers;     ///< All signed headers except Host.
    std::string payloadHash; ///< Hexadecimal SHA-256 of the body, or kUnsignedPayload.
};

/// For a body that the signature does not cover.
inline constexpr std::string_view kUnsignedPayload = "UNSIGNED-PAYLOAD";

/// Signs requests with AWS Signature Version 4. Follows S3's rule: paths are encoded once and never
/// normalised. Source: "Signature Version 4 signing process" and "Authenticating Requests: Using
/// Query Parameters" in the documentation of Amazon S3. Checked with the published test suite.
class SigV4Signer
{
public:
    using Time = std::chrono::sys_seconds;

    SigV4Signer(AwsCredentials credentials, std::string region, std::string service = "s3");

    /// The request's headers with X-Amz-Date, X-Amz-Security-Token and Authorization added.
    HttpHeaders signedHeaders(SigV4Request request, Time at) const;

    /// The request's query with a signature that is valid for `lifetime` from `at`; encoded.
    std::string presignedQuery(SigV4Request request, Time at, std::chrono::seconds lifetime) const;

    /// The text whose hash is signed.
    static std::string canonicalRequest(const SigV4Request& request);

private:
    std::string scope(Time at) const;
    std::string signature(const SigV4Request& request, Time at) const;

    AwsCredentials m_credentials;
    std::string m_region;
    std::string m_service;
};

/// Percent-encodes everything except RFC 3986's unreserved characters. Keep leaves '/' as a
/// separator.
enum class SlashRule : std::uint8_t { Keep, Encode };
std::string awsEncoded(std::string_view text, SlashRule slashes);

} // namespace faultline::net
