// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory_map.h"

#include <algorithm>

namespace faultline::analysis {

namespace {

bool isAccessible(const MemoryRegion& region)
{
    return !region.free && (region.readable || region.writable || region.executable);
}

bool mayAllowIn(const MemoryRegion& region, AccessOperation operation)
{
    return !region.free &&
           (operation == AccessOperation::Undetermined || allows(region, operation));
}

} // namespace

bool allows(const MemoryRegion& region, AccessOperation operation)
{
    switch (operation) {
    case AccessOperation::Undetermined: return false;
    case AccessOperation::Read: return region.readable;
    case AccessOperation::Write: return region.writable;
    case AccessOperation::Execute: return region.executable;
    }
    return false;
}

const MemoryRegion* MemoryMap::find(std::uint64_t address) const
{
    auto found = std::ranges::upper_bound(m_regions, address, {}, &MemoryRegion::address);
    if (found == m_regions.begin())
        return nullptr;
    --found;
    return address - found->address < found->sizeBytes && !found->free ? &*found : nullptr;
}

bool MemoryMap::mayAllow(std::uint64_t address, AccessOperation operation) const
{
    const auto* region = find(address);
    return region != nullptr && mayAllowIn(*region, operation);
}

std::optional<std::uint64_t> MemoryMap::distanceToAllowing(std::uint64_t address,
                                                           AccessOperation operation) const
{
    std::optional<std::uint64_t> nearest;
    for (const auto& region : m_regions) {
        if (region.sizeBytes == 0 || !mayAllowIn(region, operation))
            continue;
        const auto last = region.address + (region.sizeBytes - 1);
        const auto distance = address < region.address ? region.address - address
                              : address > last         ? address - last
                                                       : 0;
        nearest = std::min(nearest.value_or(distance), distance);
    }
    return nearest;
}

bool MemoryMap::isLikelyGuardPage(std::uint64_t address) const
{
    constexpr std::uint64_t kMaxGuardBytes = 32768;
    const auto* region = find(address);
    if (region == nullptr || isAccessible(*region) || region->sizeBytes > kMaxGuardBytes)
        return false;
    const auto index = static_cast<std::size_t>(region - m_regions.data());
    if (index > 0) {
        const auto& before = m_regions[index - 1];
        if (before.address + before.sizeBytes == region->address && isAccessible(before))
            return true;
    }
    if (index + 1 == m_regions.size())
        return false;
    const auto& after = m_regions[index + 1];
    return region->address + region->sizeBytes == after.address && isAccessible(after);
}

} // namespace faultline::analysis
