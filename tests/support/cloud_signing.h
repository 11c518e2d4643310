// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/loopback_server.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Checks signatures as the real stores do. Written from the specifications, without any code under
/// test.

std::string sha256HexOf(std::string_view text);
/// Decodes "%20" and, in forms, '+'.
std::string percentDecoded(std::string_view text);
/// Names and values of "a=b&c=d", decoded.
std::multimap<std::string, std::string> decodedQuery(std::string_view query);
std::string base64UrlDecoded(std::string_view text);

struct S3Keys
{
    std::string access;
    std::string secret;
    std::string sessionToken{}; ///< Requests must have it unless it is empty.
};

/// Checks a request that is signed with AWS Signature Version 4 in headers or in its query:
/// signature, date, lifetime and the hash of the body. Returns S3's error code, or an empty text
/// when everything is right.
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
    /// Is this the message's RS256 signature?
    bool hasSigned(std::string_view message, std::string_view signature) const;

private:
    struct Key;
    std::unique_ptr<Key> m_key;
};

} // namespace faultline::test
