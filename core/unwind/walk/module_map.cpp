// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/module_map.h"

#include <algorithm>
#include <limits>

namespace faultline::unwind {

ModuleMap::ModuleMap(const Event& event)
{
    for (std::size_t i = 0; i < event.modules.size(); ++i) {
        const auto& module = event.modules[i];
        // A module at 0 has no addresses of its own (docs/spec/native.md §6.2).
        if (module.address == 0)
            continue;
        const bool wraps =
            module.sizeBytes > std::numeric_limits<std::uint64_t>::max() - module.address;
        if (wraps)
            continue;
        const bool isOpenEnded = module.sizeBytes == 0;
        const auto end = isOpenEnded ? std::numeric_limits<std::uint64_t>::max()
                                     : module.address + module.sizeBytes;
        m_end = std::max(m_end, end);
        m_ranges.push_back({module.address, end, static_cast<std::uint32_t>(i)});
        if (!isOpenEnded)
            m_highestEnd = std::max(m_highestEnd, end);
    }
    std::ranges::stable_sort(m_ranges, {}, &Range::begin);
    m_begin = m_ranges.empty() ? 0 : m_ranges.front().begin;
}

std::optional<std::uint32_t> ModuleMap::findInside(std::uint64_t address) const
{
    const auto next = std::ranges::upper_bound(m_ranges, address, {}, &Range::begin);
    if (next == m_ranges.begin() || address >= std::prev(next)->end)
        return std::nullopt;
    return std::prev(next)->module;
}

} // namespace faultline::unwind
