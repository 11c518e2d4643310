// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/split_modules.h"

#include "core/base/hex.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace faultline::minidump {

namespace {

constexpr auto kAddressOf = [](const LinuxMapping& mapping) { return mapping.region.address; };

/// Ids, name and file, which all parts of one image share.
using ImageKey = std::tuple<DebugId, std::string, std::string>;

class ModuleJoiner
{
public:
    ModuleJoiner(std::vector<ModuleRecord> modules, std::span<const LinuxMapping> mappings)
        : m_modules(std::move(modules)), m_mappings(mappings.begin(), mappings.end())
    {
        std::ranges::stable_sort(m_mappings, {}, kAddressOf);
        countRuns();
        for (std::size_t i = 0; i < m_modules.size(); ++i) {
            const auto mapping = mappingOf(i);
            if (mapping && m_mappings[*mapping].fileOffset == 0)
                m_images[keyOf(i, *mapping)].emplace(m_modules[i].module.address, i);
        }
    }

    std::vector<ModuleRecord> join(DiagnosticLog& log)
    {
        std::vector<std::size_t> positions(m_modules.size());
        std::iota(positions.begin(), positions.end(), std::size_t{0});
        std::vector<bool> isLeftOut(m_modules.size());
        for (std::size_t i = 0; i < m_modules.size(); ++i) {
            const auto image = imageOf(i);
            if (!image)
                continue;
            const bool isPart = isSameRun(*image, i);
            if (isPart)
                extend(*image, i);
            positions[*image] = isPart ? std::min(positions[*image], i) : positions[*image];
            isLeftOut[i] = true;
            log.note("ModuleList", "module at ", Hex{m_modules[i].module.address},
                     isPart ? " is a part of that at " : " copies a part of that at ",
                     Hex{m_modules[*image].module.address});
        }
        return inOrder(positions, isLeftOut);
    }

private:
    /// Mappings of one file that follow each other, in the file too, have one number.
    void countRuns()
    {
        m_runs.resize(m_mappings.size());
        for (std::size_t i = 1; i < m_mappings.size(); ++i) {
            const auto& last = m_mappings[i - 1];
            const auto& next = m_mappings[i];
            const bool goesOn =
                last.region.owner == next.region.owner && last.fileOffset <= next.fileOffset;
            m_runs[i] = m_runs[i - 1] + (goesOn ? 0 : 1);
        }
    }

    /// For a module with an id: the mapping that begins at the module's address.
    std::optional<std::size_t> mappingOf(std::size_t module) const
    {
        const auto& record = m_modules[module].module;
        const auto found = std::ranges::lower_bound(m_mappings, record.address, {}, kAddressOf);
        const bool isStart = found != m_mappings.end() && kAddressOf(*found) == record.address;
        return isStart && record.debugId && !record.debugId->isNil()
                   ? std::optional(static_cast<std::size_t>(found - m_mappings.begin()))
                   : std::nullopt;
    }

    ImageKey keyOf(std::size_t module, std::size_t mapping) const
    {
        const auto& record = m_modules[module].module;
        return {*record.debugId, record.codeFile.value_or(""), m_mappings[mapping].region.owner};
    }

    /// Returns the module that begins with the file of which this one is a later part: the nearest
    /// one below, otherwise any. A library inside an archive has none.
    std::optional<std::size_t> imageOf(std::size_t module) const
    {
        const auto mapping = mappingOf(module);
        if (!mapping || m_mappings[*mapping].fileOffset == 0)
            return std::nullopt;
        const auto images = m_images.find(keyOf(module, *mapping));
        if (images == m_images.end())
            return std::nullopt;
        const auto next = images->second.upper_bound(m_modules[module].module.address);
        return next == images->second.begin() ? next->second : std::prev(next)->second;
    }

    bool isSameRun(std::size_t image, std::size_t part) const
    {
        return m_modules[image].module.address < m_modules[part].module.address &&
               m_runs[*mappingOf(image)] == m_runs[*mappingOf(part)];
    }

    void extend(std::size_t image, std::size_t part)
    {
        auto& whole = m_modules[image].module;
        const auto& rest = m_modules[part].module;
        whole.sizeBytes = std::max(whole.sizeBytes, rest.address + rest.sizeBytes - whole.address);
    }

    std::vector<ModuleRecord> inOrder(const std::vector<std::size_t>& positions,
                                      const std::vector<bool>& isLeftOut)
    {
        std::map<std::size_t, std::size_t> kept;
        for (std::size_t i = 0; i < m_modules.size(); ++i) {
            if (!isLeftOut[i])
                kept.emplace(positions[i], i);
        }
        std::vector<ModuleRecord> joined;
        joined.reserve(kept.size());
        for (const auto& [position, module] : kept)
            joined.push_back(std::move(m_modules[module]));
        return joined;
    }

    std::vector<ModuleRecord> m_modules;
    std::vector<LinuxMapping> m_mappings;
    std::vector<std::size_t> m_runs;
    std::map<ImageKey, std::map<std::uint64_t, std::size_t>> m_images;
};

} // namespace

std::vector<ModuleRecord> joinSplitModules(std::vector<ModuleRecord> modules,
                                           std::span<const LinuxMapping> mappings,
                                           DiagnosticLog& log)
{
    if (mappings.empty())
        return modules;
    return ModuleJoiner(std::move(modules), mappings).join(log);
}

} // namespace faultline::minidump
