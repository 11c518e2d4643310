// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cloud_signing.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

namespace faultline::test {

namespace {

constexpr int kMaxSkewSeconds = 900;

std::string hexOf(std::string_view bytes)
{
    std::string text;
    for (const char c : bytes) {
        char pair[3];
        std::snprintf(pair, sizeof(pair), "%02x", static_cast<unsigned char>(c));
        text += pair;
    }
    return text;
}

std::string hmac(std::string_view key, std::string_view text)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
    return {reinterpret_cast<const char*>(digest), size};
}

/// UriEncode() of "Authenticating Requests (AWS Signature Version 4)".
std::string uriEncoded(std::string_view text, bool encodeSlash)
{
    std::string out;
    for (const char c : text) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
                           c == '-' || c == '~' || c == '.' || (c == '/' && !encodeSlash);
        if (plain) {
            out += c;
        } else {
            char escape[4];
            std::snprintf(escape, sizeof(escape), "%%%02X", static_cast<unsigned char>(c));
            out += escape;
        }
    }
    return out;
}

std::vector<std::string> splitAt(std::string_view text, char separator)
{
    std::vector<std::string> parts{""};
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

/// The parts of a request that say how it was signed.
struct Claim
{
    std::string credential;
    std::string signedHeaders;
    std::string signature;
    std::string date;
    std::string token;
    std::string bodyHash;
    int lifetime = kMaxSkewSeconds;
};

std::string valueOf(const std::map<std::string, std::string>& headers, const std::string& name)
{
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

Claim claimInHeaders(const LoopbackServer::Request& request)
{
    Claim claim;
    const auto text = valueOf(request.headers, "authorization");
    const auto part = [&](const std::string& name) {
        const auto at = text.find(name + "=");
        if (at == std::string::npos)
            return std::string();
        const auto start = at + name.size() + 1;
        return text.substr(start, text.find(',', start) - start);
    };
    claim.credential = part("Credential");
    claim.signedHeaders = part("SignedHeaders");
    claim.signature = part("Signature");
    claim.date = valueOf(request.headers, "x-amz-date");
    claim.token = valueOf(request.headers, "x-amz-security-token");
    claim.bodyHash = valueOf(request.headers, "x-amz-content-sha256");
    return claim;
}

Claim claimInQuery(const std::multimap<std::string, std::string>& query)
{
    const auto value = [&](const std::string& name) {
        const auto found = query.find(name);
        return found == query.end() ? std::string() : found->second;
    };
    Claim claim;
    claim.credential = value("X-Amz-Credential");
    claim.signedHeaders = value("X-Amz-SignedHeaders");
    claim.signature = value("X-Amz-Signature");
    claim.date = value("X-Amz-Date");
    claim.token = value("X-Amz-Security-Token");
    claim.bodyHash = "UNSIGNED-PAYLOAD";
    claim.lifetime = std::atoi(value("X-Amz-Expires").c_str());
    return claim;
}

std::string canonicalText(const LoopbackServer::Request& request, const Claim& claim)
{
    const auto mark = request.target.find('?');
    const auto path = percentDecoded(request.target.substr(0, mark));
    std::vector<std::string> pairs;
    if (mark != std::string::npos) {
        for (const auto& [name, value] : decodedQuery(request.target.substr(mark + 1))) {
            if (name != "X-Amz-Signature")
                pairs.push_back(uriEncoded(name, true) + "=" + uriEncoded(value, true));
        }
    }
    std::ranges::sort(pairs);
    std::string text = request.method + "\n" + uriEncoded(path, false) + "\n";
    for (std::size_t i = 0; i < pairs.size(); ++i)
        text += (i == 0 ? "" : "&") + pairs[i];
    text += "\n";
    for (const auto& name : splitAt(claim.signedHeaders, ';'))
        text += name + ":" + valueOf(request.headers, name) + "\n";
    return text + "\n" + claim.signedHeaders + "\n" + claim.bodyHash;
}

std::time_t timeOf(const std::string& date)
{
    std::tm parts{};
    if (::strptime(date.c_str(), "%Y%m%dT%H%M%SZ", &parts) == nullptr)
        return 0;
    return ::timegm(&parts);
}

bool isNow(const Claim& claim)
{
    const auto age = std::time(nullptr) - timeOf(claim.date);
    return age > -kMaxSkewSeconds && age < claim.lifetime;
}

} // namespace

std::string sha256HexOf(std::string_view text)
{
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    return hexOf({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string percentDecoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::multimap<std::string, std::string> decodedQuery(std::string_view query)
{
    std::multimap<std::string, std::string> pairs;
    if (query.empty())
        return pairs;
    for (const auto& pair : splitAt(query, '&')) {
        const auto equals = std::min(pair.find('='), pair.size());
        pairs.emplace(percentDecoded(pair.substr(0, equals)),
                      percentDecoded(pair.substr(std::min(equals + 1, pair.size()))));
    }
    return pairs;
}

std::string base64UrlDecoded(std::string_view text)
{
    std::string standard(text);
    std::ranges::replace(standard, '-', '+');
    std::ranges::replace(standard, '_', '/');
    const std::size_t padding = (4 - standard.size() % 4) % 4;
    standard.append(padding, '=');
    std::string out(standard.size(), '\0');
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(standard.data()),
                                     static_cast<int>(standard.size()));
    out.resize(size < 0 ? 0 : static_cast<std::size_t>(size) - padding);
    return out;
}

std::string
s3Refusal(const LoopbackServer::Request& request, const S3Keys& keys, const std::string& region)
{
    const auto mark = request.target.find('?');
    const auto query = mark == std::string::npos ? std::multimap<std::string, std::string>()
                                                 : decodedQuery(request.target.substr(mark + 1));
    const bool inHeaders = request.headers.contains("authorization");
    if (!inHeaders && !query.contains("X-Amz-Signature"))
        return "AccessDenied";
    const auto claim = inHeaders ? claimInHeaders(request) : claimInQuery(query);
    const auto day = claim.date.substr(0, 8);
    if (!claim.credential.starts_with(keys.access + "/"))
        return "InvalidAccessKeyId";
    const auto scope = day + "/" + region + "/s3/aws4_request";
    if (claim.credential != keys.access + "/" + scope)
        return "AuthorizationHeaderMalformed";
    if (claim.token != keys.sessionToken)
        return "InvalidToken";
    if (!isNow(claim))
        return inHeaders ? "RequestTimeTooSkewed" : "AccessDenied";
    if (inHeaders && claim.bodyHash != sha256HexOf(request.body))
        return "XAmzContentSHA256Mismatch";
    auto key = hmac("AWS4" + keys.secret, day);
    for (const auto& part : {region, std::string("s3"), std::string("aws4_request")})
        key = hmac(key, part);
    const auto toSign = "AWS4-HMAC-SHA256\n" + claim.date + "\n" + scope + "\n" +
                        sha256HexOf(canonicalText(request, claim));
    const bool namesHost = (";" + claim.signedHeaders + ";").contains(";host;");
    return namesHost && hexOf(hmac(key, toSign)) == claim.signature ? "" : "SignatureDoesNotMatch";
}

struct RsaKeyPair::Key
{
    EVP_PKEY* pkey = EVP_RSA_gen(2048);
};

RsaKeyPair::RsaKeyPair() : m_key(std::make_unique<Key>()) {}

RsaKeyPair::~RsaKeyPair()
{
    EVP_PKEY_free(m_key->pkey);
}

std::string RsaKeyPair::privatePem() const
{
    BIO* memory = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(memory, m_key->pkey, nullptr, nullptr, 0, nullptr, nullptr);
    char* text = nullptr;
    const auto size = BIO_get_mem_data(memory, &text);
    std::string pem(text, static_cast<std::size_t>(size));
    BIO_free(memory);
    return pem;
}

bool RsaKeyPair::hasSigned(std::string_view message, std::string_view signature) const
{
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, m_key->pkey);
    const int verdict = EVP_DigestVerify(
        context, reinterpret_cast<const unsigned char*>(signature.data()), signature.size(),
        reinterpret_cast<const unsigned char*>(message.data()), message.size());
    EVP_MD_CTX_free(context);
    return verdict == 1;
}

} // namespace faultline::test
