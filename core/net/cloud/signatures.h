// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::net {

/// HMAC-SHA-256 (RFC 2104).
std::array<std::uint8_t, 32> hmacSha256(Bytes key, Bytes message);

/// Signs with RSASSA-PKCS1-v1_5 and SHA-256 ("RS256", RFC 7518 §3.3). The RSA key is in PEM form
/// (PKCS #8 or PKCS #1, not encrypted). Errors: Malformed (no such key), Internal (no libcrypto).
/// The error text never quotes the key.
Result<std::vector<std::byte>> signRs256(std::string_view privateKeyPem, Bytes message);

/// Base64url (RFC 4648 §5) without padding.
std::string base64Url(Bytes bytes);

} // namespace faultline::net
