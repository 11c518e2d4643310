// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/crash_facts.h"
#include "core/model/event.h"

namespace faultline::analysis {

/// The mapped regions of an event by address, without free regions. Refers to the event.
class MemoryMap
{
public:
    explicit MemoryMap(const Event& event) : m_regions(event.asNative()->memoryMap) {}

    bool isEmpty() const { return m_regions.empty(); }

    /// Null when the address is not mapped.
    const MemoryRegion* find(std::uint64_t address) const;

    /// Does a region at the address allow the operation? If the operation is unknown, any region
    /// does.
    bool mayAllow(std::uint64_t address, AccessOperation operation) const;
    /// Distance to the nearest region that may allow the operation; absent when there is none.
    std::optional<std::uint64_t> distanceToAllowing(std::uint64_t address,
                                                    AccessOperation operation) const;
    /// Is the address in a small region without permissions beside an accessible one
    /// (docs/spec/stackwalk.md §12.3)?
    bool isLikelyGuardPage(std::uint64_t address) const;

private:
    const std::vector<MemoryRegion>& m_regions; // Sorted by address.
};

/// Do the region's permissions include the operation? False when it is unknown.
bool allows(const MemoryRegion& region, AccessOperation operation);

} // namespace faultline::analysis
