#pragma once

#include "tests/support/loopback_server.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// What the stores of the tests check signatures with: written from the specifications, without a
/// line of what is tested.

std::string sha256HexOf(std::string_view text);
/// "%20" and, in forms, '+' undone.
std::string percentDecoded(std::string_view text);
/// Names and values of "a=b&c=d", decoded.
std::multimap<std::string, std::string> decodedQuery(std::string_view query);
std::string base64UrlDecoded(std::string_view text);

struct S3Keys
{
    std::string access;
    std::string secret;
    std::string sessionToken{}; ///< Required of requests when not empty.
};

/// Checks a request that is signed with AWS Signature Version 4 in headers or in its query: the
/// signature, its date and lifetime, the hash of the body. Empty when it is right, else the code
/// that S3 refuses it with.
std::string
s3Refusal(const LoopbackServer::Request& request, const S3Keys& keys, const std::string& region);

/// An RSA key pair made for this process.
class RsaKeyPair
{
public:
    RsaKeyPair();
    ~RsaKeyPair();
    RsaKeyPair(const RsaKeyPair&) = delete;
    RsaKeyPair& operator=(const RsaKeyPair&) = delete;

    std::string privatePem() const;
    /// Whether this is the RS256 signature of the message.
    bool hasSigned(std::string_view message, std::string_view signature) const;

private:
    struct Key;
    std::unique_ptr<Key> m_key;
};

} // namespace faultline::test
