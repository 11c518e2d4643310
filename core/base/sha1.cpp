// SPDX-License-Identifier: GPL-3.0-or-later
// The plain functions for one algorithm, as in hash.cpp: the general ones set up a registry of all
// algorithms first.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "core/base/sha1.h"

#include <openssl/sha.h>

namespace faultline {

struct Sha1::State
{
    SHA_CTX sha;
};

Sha1::Sha1() : m_state(std::make_unique<State>())
{
    SHA1_Init(&m_state->sha);
}

Sha1::~Sha1() = default;

void Sha1::add(Bytes bytes)
{
    SHA1_Update(&m_state->sha, bytes.data(), bytes.size());
}

Sha1Digest Sha1::finish()
{
    Sha1Digest digest{};
    SHA1_Final(digest.data(), &m_state->sha);
    return digest;
}

} // namespace faultline
