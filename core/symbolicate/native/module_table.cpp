// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_table.h"

#include <algorithm>
#include <numeric>

namespace faultline::symbolicate {

ModuleTable::ModuleTable(std::vector<EventModule> modules, UnknownExtent unknown)
    : m_unknown(unknown), m_modules(std::move(modules)), m_byAddress(m_modules.size())
{
    std::iota(m_byAddress.begin(), m_byAddress.end(), 0u);
    std::ranges::stable_sort(m_byAddress, {},
                             [this](std::uint32_t i) { return m_modules[i].address; });
    if (unknown == UnknownExtent::UpToNext)
        backFillSizes();
}

void ModuleTable::backFillSizes()
{
    for (std::size_t i = 0; i + 1 < m_byAddress.size(); ++i) {
        auto& module = m_modules[m_byAddress[i]];
        if (module.sizeBytes == 0)
            module.sizeBytes = m_modules[m_byAddress[i + 1]].address - module.address;
    }
}

std::optional<ModuleTable::Hit> ModuleTable::findAbsolute(std::uint64_t address) const
{
    const auto next = std::ranges::upper_bound(
        m_byAddress, address, {}, [this](std::uint32_t i) { return m_modules[i].address; });
    if (next == m_byAddress.begin())
        return std::nullopt;
    const std::uint32_t index = *std::prev(next);
    const auto& module = m_modules[index];
    if (module.sizeBytes == 0 && m_unknown == UnknownExtent::Nothing)
        return std::nullopt;
    if (module.sizeBytes != 0) {
        const std::uint64_t end = module.address + module.sizeBytes;
        if (end < module.address || end < address)
            return std::nullopt;
    }
    if (module.address == 0)
        return Hit{index, std::nullopt};
    return Hit{index, address - module.address};
}

std::optional<ModuleTable::Hit> ModuleTable::findRelative(std::uint32_t module,
                                                          std::uint64_t relativeAddress) const
{
    if (module >= m_modules.size())
        return std::nullopt;
    return Hit{module, relativeAddress};
}

std::optional<std::uint32_t> ModuleTable::lowest() const
{
    return m_byAddress.empty() ? std::nullopt : std::optional(m_byAddress.front());
}

} // namespace faultline::symbolicate
