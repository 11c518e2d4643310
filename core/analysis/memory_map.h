#pragma once

#include "core/analysis/crash_facts.h"
#include "core/model/event.h"

namespace faultline::analysis {

/// The mapped regions of an event, by address; free regions do not count. Refers to the event.
class MemoryMap
{
public:
    explicit MemoryMap(const Event& event) : m_regions(event.native().memoryMap) {}

    bool isEmpty() const { return m_regions.empty(); }

    /// Null where nothing is mapped.
    const MemoryRegion* find(std::uint64_t address) const;

    /// Whether a region lies there that allows the operation; any region does when it is not known.
    bool mayAllow(std::uint64_t address, AccessOperation operation) const;
    /// Distance to the nearest region that may allow the operation; absent when there is none.
    std::optional<std::uint64_t> distanceToAllowing(std::uint64_t address,
                                                    AccessOperation operation) const;
    /// A small region without any permission beside an accessible one (docs/spec/stackwalk.md
    /// §12.3).
    bool isLikelyGuardPage(std::uint64_t address) const;

private:
    const std::vector<MemoryRegion>& m_regions; // Sorted by address.
};

/// Whether the region's permissions name the operation; false when it is not known.
bool allows(const MemoryRegion& region, AccessOperation operation);

} // namespace faultline::analysis
