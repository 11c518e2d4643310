// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_identity.h"

#include "core/base/sha1.h"

#include <algorithm>

namespace faultline::proguard {

namespace {

constexpr std::array<std::uint8_t, 16> kNamespace{0x4f, 0x44, 0xf3, 0x0f, 0x24, 0xbe, 0x53, 0xd0,
                                                  0xba, 0xb6, 0xf4, 0x7c, 0x71, 0x20, 0xad, 0x6c};

} // namespace

DebugId mappingId(Bytes file)
{
    Sha1 hash;
    hash.add(std::as_bytes(std::span(kNamespace)));
    hash.add(file);
    const auto digest = hash.finish();
    std::array<std::uint8_t, 16> uuid{};
    std::copy_n(digest.begin(), uuid.size(), uuid.begin());
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0F) | 0x50); // UUID version 5.
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3F) | 0x80); // Variant of the RFC.
    return DebugId::fromUuid(uuid);
}

} // namespace faultline::proguard
