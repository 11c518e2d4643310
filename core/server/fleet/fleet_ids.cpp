// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/fleet_ids.h"

#include "core/base/hex.h"
#include "core/base/random_id.h"

#include <algorithm>
#include <span>

namespace faultline::server {

namespace {

// After the version and the variant, which are in the bytes 6 and 8.
constexpr std::size_t kTagAt = 9;
constexpr std::size_t kSealAt = 13;

using IdBytes = std::array<std::uint8_t, 16>;
using IdSeal = std::array<std::uint8_t, IdBytes().size() - kSealAt>;

IdSeal sealOf(const FleetKey& key, const IdBytes& bytes)
{
    const auto sealed = std::as_bytes(std::span(bytes).first<kSealAt>());
    const auto digest = key.seal(FleetKey::Use::Id, {hexOfBytes(sealed)});
    IdSeal seal;
    std::copy_n(digest.begin(), seal.size(), seal.begin());
    return seal;
}

} // namespace

OwnerTag tagOf(const InstanceId& instance)
{
    OwnerTag tag;
    std::copy_n(instance.begin(), tag.size(), tag.begin());
    return tag;
}

JobKey FleetIds::mint() const
{
    auto bytes = randomUuidBytes();
    std::ranges::copy(tagOf(m_own), bytes.begin() + kTagAt);
    std::ranges::copy(sealOf(m_key, bytes), bytes.begin() + kSealAt);
    return JobKey::ofBytes(bytes);
}

std::optional<OwnerTag> FleetIds::ownerOf(const JobKey& id) const
{
    const auto& bytes = id.bytes();
    if (!std::ranges::equal(sealOf(m_key, bytes), std::span(bytes).subspan<kSealAt>()))
        return std::nullopt;
    OwnerTag tag;
    std::copy_n(bytes.begin() + kTagAt, tag.size(), tag.begin());
    return tag;
}

} // namespace faultline::server
