// SPDX-License-Identifier: GPL-3.0-or-later
// The plain functions for one algorithm each, which OpenSSL 3 calls deprecated: the general ones
// (EVP) set up a registry of all algorithms first, which took a third of a small dump's whole
// report, and cost twice as much for a short text.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "core/base/hash.h"

#include "core/base/hex.h"

#include <cstring>
#include <libdeflate.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

namespace faultline {

namespace {

template <std::size_t Size>
std::string hexOfDigest(const std::array<std::uint8_t, Size>& digest)
{
    return hexOfBytes(std::as_bytes(std::span(digest)));
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
    return hexOfDigest(sha256(bytes));
}

std::string md5Hex(Bytes bytes)
{
    std::array<std::uint8_t, MD5_DIGEST_LENGTH> digest{};
    MD5_CTX state;
    MD5_Init(&state);
    MD5_Update(&state, bytes.data(), bytes.size());
    MD5_Final(digest.data(), &state);
    return hexOfDigest(digest);
}

std::string sha1Hex(Bytes bytes)
{
    std::array<std::uint8_t, SHA_DIGEST_LENGTH> digest{};
    SHA_CTX state;
    SHA1_Init(&state);
    SHA1_Update(&state, bytes.data(), bytes.size());
    SHA1_Final(digest.data(), &state);
    return hexOfDigest(digest);
}

struct Sha256::State
{
    SHA256_CTX sha;
};

Sha256::Sha256() : m_state(std::make_unique<State>())
{
    SHA256_Init(&m_state->sha);
}

Sha256::~Sha256() = default;

void Sha256::add(Bytes bytes)
{
    SHA256_Update(&m_state->sha, bytes.data(), bytes.size());
}

Sha256Digest Sha256::finish()
{
    Sha256Digest digest{};
    SHA256_Final(digest.data(), &m_state->sha);
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
