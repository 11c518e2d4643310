// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/module_extents.h"

#include "core/base/hex.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::uint64_t kLargestGuess = 64ull << 20;
/// Linkers align segments to the largest page size, 2 MiB. What lies farther off is a copy.
constexpr std::uint64_t kLargestGap = 2ull << 20;
constexpr std::string_view kVdso = "[vdso]";

/// Hostile numbers end with the address space.
std::uint64_t endOf(std::uint64_t address, std::uint64_t sizeBytes)
{
    return address + std::min(sizeBytes, UINT64_MAX - address);
}

constexpr auto kAddressOf = [](const LinuxMapping& mapping) { return mapping.region.address; };

class ExtentFinder
{
public:
    ExtentFinder(const std::vector<ModuleRecord>& modules, std::span<const LinuxMapping> mappings)
        : m_mappings(mappings.begin(), mappings.end())
    {
        std::ranges::stable_sort(m_mappings, {}, kAddressOf);
        for (const auto& record : modules)
            m_starts.push_back(record.module.address);
        std::ranges::sort(m_starts);
    }

    /// Where the next module begins.
    std::uint64_t limitOf(const EventModule& module) const
    {
        const auto next = std::ranges::upper_bound(m_starts, module.address);
        return next == m_starts.end() ? UINT64_MAX : *next;
    }

    /// Absent when no mapping of a file's start explains the module.
    const LinuxMapping* firstMapping(const EventModule& module) const
    {
        const auto found = std::ranges::lower_bound(m_mappings, module.address, {}, kAddressOf);
        const bool isStart = found != m_mappings.end() && kAddressOf(*found) == module.address &&
                             found->fileOffset == 0 && !found->region.owner.empty();
        return isStart ? &*found : nullptr;
    }

    /// The end of the last mapping of the file, if code lies beyond the module's end.
    std::optional<std::uint64_t> endOfCode(const EventModule& module,
                                           const LinuxMapping* mapping) const
    {
        const auto& owner = mapping->region.owner;
        const auto limit = limitOf(module);
        const auto* const last = m_mappings.data() + m_mappings.size();
        auto end = endOf(module.address, module.sizeBytes);
        bool hasCode = false;
        auto previousEnd = module.address;
        for (auto offset = mapping->fileOffset;
             mapping != last && mapping->region.owner == owner && mapping->fileOffset >= offset &&
             kAddressOf(*mapping) < limit &&
             kAddressOf(*mapping) <= endOf(previousEnd, kLargestGap);
             ++mapping) {
            offset = mapping->fileOffset;
            const auto mappingEnd = endOf(kAddressOf(*mapping), mapping->region.sizeBytes);
            previousEnd = mappingEnd;
            hasCode |= mapping->region.executable && mappingEnd > end;
            end = std::max(end, mappingEnd);
        }
        return hasCode ? std::optional(std::min(end, limit)) : std::nullopt;
    }

private:
    std::vector<LinuxMapping> m_mappings;
    std::vector<std::uint64_t> m_starts;
};

void removeAddress(EventModule& module)
{
    for (auto* name : {&module.codeFile, &module.debugFile}) {
        if (*name && (*name)->starts_with(concat(kVdso, "(")))
            *name = kVdso;
    }
}

} // namespace

void completeModuleExtents(std::vector<ModuleRecord>& modules,
                           std::span<const LinuxMapping> mappings,
                           bool isWrittenByLldb,
                           DiagnosticLog& log)
{
    const ExtentFinder finder(modules, mappings);
    for (auto& record : modules) {
        auto& module = record.module;
        removeAddress(module);
        const auto* const mapping = finder.firstMapping(module);
        std::optional<std::uint64_t> end;
        if (mapping != nullptr)
            end = finder.endOfCode(module, mapping);
        else if (isWrittenByLldb && module.codeFile != kVdso)
            end = std::min(finder.limitOf(module), endOf(module.address, kLargestGuess));
        if (!end || *end <= endOf(module.address, module.sizeBytes))
            continue;
        log.note("ModuleList", "module at ", Hex{module.address}, " has ", Hex{module.sizeBytes},
                 " bytes in the list, but reaches ", mapping != nullptr ? "" : "at most ", "up to ",
                 Hex{*end});
        module.sizeBytes = *end - module.address;
    }
}

} // namespace faultline::minidump
