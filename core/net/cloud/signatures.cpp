// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/signatures.h"

#include "core/base/hash.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace faultline::net {

namespace {

/// SHA-256's block (FIPS 180-4).
constexpr std::size_t kBlockBytes = 64;

using Block = std::array<std::byte, kBlockBytes>;

template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

const unsigned char* raw(Bytes bytes)
{
    return asUnsignedChars(bytes.data());
}

/// The key of HMAC, padded with zeros; a key longer than a block is hashed first.
Block blockOfKey(Bytes key)
{
    Block block{};
    if (key.size() > kBlockBytes) {
        const auto digest = sha256(key);
        std::ranges::copy(std::as_bytes(std::span(digest)), block.begin());
    } else {
        std::ranges::copy(key, block.begin());
    }
    return block;
}

Sha256Digest hashAfterMaskedKey(Block key, std::byte mask, Bytes message)
{
    for (auto& byte : key)
        byte ^= mask;
    Sha256 hash;
    hash.add(key);
    hash.add(message);
    return hash.finish();
}

/// Prevents OpenSSL from asking on the terminal.
int noPassphrase(char*, int, int, void*)
{
    return 0;
}

Handle<EVP_PKEY> readRsaKey(std::string_view pem)
{
    Handle<EVP_PKEY> key(nullptr, EVP_PKEY_free);
    if (pem.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return key;
    const Handle<BIO> text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free_all);
    if (text)
        key.reset(PEM_read_bio_PrivateKey(text.get(), nullptr, noPassphrase, nullptr));
    if (key && EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA)
        key.reset();
    return key;
}

} // namespace

std::array<std::uint8_t, 32> hmacSha256(Bytes key, Bytes message)
{
    const auto block = blockOfKey(key);
    const auto inner = hashAfterMaskedKey(block, std::byte{0x36}, message);
    return hashAfterMaskedKey(block, std::byte{0x5c}, std::as_bytes(std::span(inner)));
}

Result<std::vector<std::byte>> signRs256(std::string_view privateKeyPem, Bytes message)
{
    const auto key = readRsaKey(privateKeyPem);
    const Handle<EVP_MD_CTX> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::size_t size = 0;
    const bool begun =
        key && context &&
        EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
        EVP_DigestSign(context.get(), nullptr, &size, raw(message), message.size()) == 1;
    std::vector<std::byte> signature(size);
    const bool signedIt = begun && EVP_DigestSign(context.get(), asUnsignedChars(signature.data()),
                                                  &size, raw(message), message.size()) == 1;
    ERR_clear_error();
    if (!signedIt)
        return fail(ErrorKind::Malformed, "not an RSA private key in PEM form");
    signature.resize(size);
    return signature;
}

std::string base64Url(Bytes bytes)
{
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    constexpr unsigned kDigitBits = 6;
    std::string text;
    text.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t pending = 0;
    unsigned bits = 0;
    for (const auto byte : bytes) {
        pending = pending << 8 | std::to_integer<std::uint32_t>(byte);
        for (bits += 8; bits >= kDigitBits; bits -= kDigitBits)
            text += kDigits[pending >> (bits - kDigitBits) & 63];
    }
    if (bits > 0)
        text += kDigits[pending << (kDigitBits - bits) & 63];
    return text;
}

} // namespace faultline::net
