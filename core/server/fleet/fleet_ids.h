// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/fleet/fleet_key.h"
#include "core/server/symbolicator/job_id.h"

#include <array>
#include <cstdint>
#include <optional>

namespace faultline::server {

/// Names one start of one instance: a restarted instance knows none of its earlier jobs.
using InstanceId = std::array<std::uint8_t, 16>;
/// The first bytes of an instance's id, which its jobs' ids carry.
using OwnerTag = std::array<std::uint8_t, 4>;

OwnerTag tagOf(const InstanceId& instance);

/// Request ids that tell the fleet whose they are. To others they are random UUIDs (RFC 9562
/// version 4): 66 bits are random, 32 are the owner's tag, and 24 are a seal, without which nobody
/// is asked for an id. Thread-safe.
class FleetIds
{
public:
    FleetIds(FleetKey key, const InstanceId& own) : m_key(std::move(key)), m_own(own) {}

    JobKey mint() const;

    /// Absent when no instance of the fleet has made the id.
    std::optional<OwnerTag> ownerOf(const JobKey& id) const;

private:
    FleetKey m_key;
    InstanceId m_own;
};

} // namespace faultline::server
