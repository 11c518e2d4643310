// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_config.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace faultline::engine {

/// The engine's configuration, with the parts that may be set while it runs. Thread-safe.
class LiveSettings
{
public:
    explicit LiveSettings(EngineConfig config);

    /// What never changes. Its sources, path mappings and linked sources are those of the start.
    const EngineConfig& fixed() const { return m_fixed; }

    std::vector<sources::SourceConfig> sources() const;
    void setSources(std::vector<sources::SourceConfig> sources);
    void setPathMappings(std::vector<std::pair<std::string, std::string>> mappings);
    void setLinkedSources(symbolicate::LinkedSourcePolicy policy);

    /// Adds what is configured for all events. Path mappings of the caller stand before the
    /// configured ones.
    void addTo(symbolicate::SymbolicateOptions& options) const;

private:
    const EngineConfig m_fixed;
    mutable std::mutex m_mutex; // Guards the members after it.
    std::vector<sources::SourceConfig> m_sources;
    std::vector<std::pair<std::string, std::string>> m_pathMappings; // Longest prefix first.
    symbolicate::LinkedSourcePolicy m_linkedSources;
};

} // namespace faultline::engine
