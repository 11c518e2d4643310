// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <memory>
#include <string>

namespace faultline {

using Sha256Digest = std::array<std::uint8_t, 32>;

Sha256Digest sha256(Bytes bytes);
std::string sha256Hex(Bytes bytes);
/// MD5 or SHA hash of a source file as hex (16, 20 or 32 bytes). It is compared with the checksum
/// that debug info records.
std::string md5Hex(Bytes bytes);
std::string sha1Hex(Bytes bytes);

/// Hashes data that arrive in pieces.
class Sha256
{
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;
    void add(Bytes bytes);
    Sha256Digest finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// CRC-32 (IEEE, reflected), as .gnu_debuglink uses it. `previous` continues an earlier result.
std::uint32_t crc32(Bytes bytes, std::uint32_t previous = 0);

/// Fast 64-bit hash for sections of our own files. Not suitable as an identity.
std::uint64_t checksum64(Bytes bytes);

} // namespace faultline
