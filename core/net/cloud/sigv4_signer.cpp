// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/sigv4_signer.h"

#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/percent.h"
#include "core/base/text.h"
#include "core/net/cloud/signatures.h"

#include <algorithm>
#include <map>

namespace faultline::net {

namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";

Bytes bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

std::string digits(unsigned value, std::size_t width)
{
    auto text = std::to_string(value);
    return std::string(width - std::min(width, text.size()), '0') + text;
}

std::string dateText(SigV4Signer::Time at)
{
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(at));
    return digits(static_cast<unsigned>(static_cast<int>(day.year())), 4) +
           digits(static_cast<unsigned>(day.month()), 2) +
           digits(static_cast<unsigned>(day.day()), 2);
}

/// "20150830T123600Z"
std::string timeText(SigV4Signer::Time at)
{
    const std::chrono::hh_mm_ss time(at - std::chrono::floor<std::chrono::days>(at));
    return concat(dateText(at), "T", digits(static_cast<unsigned>(time.hours().count()), 2),
                  digits(static_cast<unsigned>(time.minutes().count()), 2),
                  digits(static_cast<unsigned>(time.seconds().count()), 2), "Z");
}

/// Trimmed, with each run of spaces reduced to one.
std::string canonicalValue(std::string_view value)
{
    std::string text;
    for (const char c : trimAscii(value)) {
        if (c != ' ' || !text.ends_with(' '))
            text += c;
    }
    return text;
}

/// By lower-case name. Values with the same name are joined by commas in their order.
std::map<std::string, std::string> canonicalHeaders(const SigV4Request& request)
{
    std::map<std::string, std::string> headers{{"host", request.host}};
    for (const auto& [name, value] : request.headers) {
        const auto [at, isNew] = headers.emplace(toLowerAscii(name), canonicalValue(value));
        if (!isNew)
            at->second += "," + canonicalValue(value);
    }
    return headers;
}

std::string signedNames(const SigV4Request& request)
{
    std::string names;
    for (const auto& [name, value] : canonicalHeaders(request))
        names += (names.empty() ? "" : ";") + name;
    return names;
}

std::string encodedQuery(const SigV4Request& request)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    pairs.reserve(request.query.size());
    for (const auto& [name, value] : request.query)
        pairs.emplace_back(awsEncoded(name, SlashRule::Encode),
                           awsEncoded(value, SlashRule::Encode));
    std::ranges::sort(pairs);
    std::string text;
    for (const auto& [name, value] : pairs)
        text += concat(text.empty() ? "" : "&", name, "=", value);
    return text;
}

} // namespace

std::string awsEncoded(std::string_view text, SlashRule slashes)
{
    return percentEncoded(text, [slashes](char c) {
        return isUnreserved(c) || (c == '/' && slashes == SlashRule::Keep);
    });
}

SigV4Signer::SigV4Signer(AwsCredentials credentials, std::string region, std::string service)
    : m_credentials(std::move(credentials)), m_region(std::move(region)),
      m_service(std::move(service))
{
}

std::string SigV4Signer::canonicalRequest(const SigV4Request& request)
{
    std::string headers;
    for (const auto& [name, value] : canonicalHeaders(request))
        headers += concat(name, ":", value, "\n");
    return concat(request.method, "\n", awsEncoded(request.path, SlashRule::Keep), "\n",
                  encodedQuery(request), "\n", headers, "\n", signedNames(request), "\n",
                  request.payloadHash);
}

std::string SigV4Signer::scope(Time at) const
{
    return concat(dateText(at), "/", m_region, "/", m_service, "/aws4_request");
}

std::string SigV4Signer::signature(const SigV4Request& request, Time at) const
{
    const auto toSign = concat(kAlgorithm, "\n", timeText(at), "\n", scope(at), "\n",
                               sha256Hex(bytesOf(canonicalRequest(request))));
    auto key = hmacSha256(bytesOf("AWS4" + m_credentials.secretKey), bytesOf(dateText(at)));
    for (const std::string_view part : {std::string_view(m_region), std::string_view(m_service),
                                        std::string_view("aws4_request"), std::string_view(toSign)})
        key = hmacSha256(std::as_bytes(std::span(key)), bytesOf(part));
    return hexOfBytes(std::as_bytes(std::span(key)));
}

HttpHeaders SigV4Signer::signedHeaders(SigV4Request request, Time at) const
{
    request.headers.emplace_back("X-Amz-Date", timeText(at));
    if (!m_credentials.sessionToken.empty())
        request.headers.emplace_back("X-Amz-Security-Token", m_credentials.sessionToken);
    auto authorization =
        concat(kAlgorithm, " Credential=", m_credentials.accessKey, "/", scope(at),
               ", SignedHeaders=", signedNames(request), ", Signature=", signature(request, at));
    request.headers.emplace_back("Authorization", std::move(authorization));
    return std::move(request.headers);
}

std::string
SigV4Signer::presignedQuery(SigV4Request request, Time at, std::chrono::seconds lifetime) const
{
    auto& query = request.query;
    query.emplace_back("X-Amz-Algorithm", kAlgorithm);
    query.emplace_back("X-Amz-Credential", concat(m_credentials.accessKey, "/", scope(at)));
    query.emplace_back("X-Amz-Date", timeText(at));
    query.emplace_back("X-Amz-Expires", std::to_string(lifetime.count()));
    query.emplace_back("X-Amz-SignedHeaders", signedNames(request));
    if (!m_credentials.sessionToken.empty())
        query.emplace_back("X-Amz-Security-Token", m_credentials.sessionToken);
    const auto signedBy = signature(request, at);
    return concat(encodedQuery(request), "&X-Amz-Signature=", signedBy);
}

} // namespace faultline::net
