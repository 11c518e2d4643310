#include "core/net/signatures.h"

#include <limits>
#include <memory>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>

namespace faultline {

namespace {

template <auto Free>
struct Freed
{
    template <class T>
    void operator()(T* handle) const
    {
        Free(handle);
    }
};

using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;

const unsigned char* raw(Bytes bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// Instead of asking on the terminal.
int noPassphrase(char*, int, int, void*)
{
    return 0;
}

Key readRsaKey(std::string_view pem)
{
    if (pem.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return nullptr;
    const Bio text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    Key key(text ? PEM_read_bio_PrivateKey(text.get(), nullptr, noPassphrase, nullptr) : nullptr);
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA)
        return nullptr;
    return key;
}

} // namespace

std::array<std::uint8_t, 32> hmacSha256(Bytes key, Bytes message)
{
    std::array<std::uint8_t, 32> digest{};
    unsigned length = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw(message), message.size(),
         digest.data(), &length);
    return digest;
}

Result<std::vector<std::byte>> signRs256(std::string_view privateKeyPem, Bytes message)
{
    const auto key = readRsaKey(privateKeyPem);
    const DigestContext context(EVP_MD_CTX_new());
    std::size_t size = 0;
    const bool begun =
        key && context &&
        EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
        EVP_DigestSign(context.get(), nullptr, &size, raw(message), message.size()) == 1;
    std::vector<std::byte> signature(size);
    const bool signedIt =
        begun && EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()),
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

} // namespace faultline
