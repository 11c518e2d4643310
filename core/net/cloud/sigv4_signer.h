#pragma once

#include "core/net/transport/transport.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::net {

/// Keys of an AWS account or of one that speaks its protocol. Secret: never shown.
struct AwsCredentials
{
    std::string accessKey;
    std::string secretKey;
    std::string sessionToken; ///< Empty for lasting keys.
};

/// What of a request is signed. Nothing in it is percent-encoded.
struct SigV4Request
{
    std::string method = "GET";
    std::string host; ///< As the Host header says it.
    std::string path = "/";
    std::vector<std::pair<std::string, std::string>> query;
    HttpHeaders headers;     ///< Besides Host.
    std::string payloadHash; ///< Hexadecimal SHA-256 of the body, or kUnsignedPayload.
};

/// For bodies that the signature does not cover.
inline constexpr std::string_view kUnsignedPayload = "UNSIGNED-PAYLOAD";

/// Signs requests with AWS Signature Version 4. Paths are encoded once and never normalised, the
/// rule of S3. Source: "Signature Version 4 signing process" and "Authenticating Requests: Using
/// Query Parameters" in the documentation of Amazon S3. Checked with the published test suite.
class SigV4Signer
{
public:
    using Time = std::chrono::sys_seconds;

    SigV4Signer(AwsCredentials credentials, std::string region, std::string service = "s3");

    /// The request's headers with X-Amz-Date, X-Amz-Security-Token and Authorization added.
    HttpHeaders signedHeaders(SigV4Request request, Time at) const;

    /// The request's query with a signature that is good for `lifetime` from `at`; encoded.
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

/// Percent-encodes everything but RFC 3986's unreserved characters; '/' stays where it separates.
enum class SlashRule : std::uint8_t { Keep, Encode };
std::string awsEncoded(std::string_view text, SlashRule slashes);

} // namespace faultline::net
