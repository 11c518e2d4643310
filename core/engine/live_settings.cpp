// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/live_settings.h"

#include <algorithm>
#include <functional>

namespace faultline::engine {

namespace {

using Mappings = std::vector<std::pair<std::string, std::string>>;

/// The most specific mapping wins.
Mappings longestFirst(Mappings mappings)
{
    std::ranges::stable_sort(mappings, std::greater<>(),
                             [](const auto& mapping) { return mapping.first.size(); });
    return mappings;
}

} // namespace

LiveSettings::LiveSettings(EngineConfig config)
    : m_fixed(std::move(config)), m_sources(m_fixed.sources),
      m_pathMappings(longestFirst(m_fixed.pathMappings)), m_linkedSources(m_fixed.linkedSources)
{
}

std::vector<sources::SourceConfig> LiveSettings::sources() const
{
    const std::lock_guard lock(m_mutex);
    return m_sources;
}

void LiveSettings::setSources(std::vector<sources::SourceConfig> sources)
{
    const std::lock_guard lock(m_mutex);
    m_sources = std::move(sources);
}

void LiveSettings::setPathMappings(Mappings mappings)
{
    auto sorted = longestFirst(std::move(mappings));
    const std::lock_guard lock(m_mutex);
    m_pathMappings = std::move(sorted);
}

void LiveSettings::setLinkedSources(symbolicate::LinkedSourcePolicy policy)
{
    const std::lock_guard lock(m_mutex);
    m_linkedSources = std::move(policy);
}

void LiveSettings::addTo(symbolicate::SymbolicateOptions& options) const
{
    options.requireMatchingIds |= m_fixed.requireMatchingIds;
    options.framePointerFirst |= m_fixed.framePointerFirst;
    options.connectToReservedIps &= m_fixed.connectToReservedIps;
    options.moduleFiles.insert(options.moduleFiles.begin(), m_fixed.moduleFiles.begin(),
                               m_fixed.moduleFiles.end());
    const std::lock_guard lock(m_mutex);
    options.linkedSources = m_linkedSources;
    options.pathMappings.insert(options.pathMappings.end(), m_pathMappings.begin(),
                                m_pathMappings.end());
}

} // namespace faultline::engine
