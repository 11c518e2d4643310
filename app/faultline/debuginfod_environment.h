// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_config.h"
#include "core/sources/source_argument.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

/// What the user's environment says to clients of debuginfod. Source: elfutils,
/// debuginfod-client-config(7); docs/spec/sources-and-caches.md §15.1.
class DebuginfodEnvironment
{
public:
    /// `urlsFolder` has the distribution's lists of servers, `*.urls`.
    explicit DebuginfodEnvironment(sources::VariableLookup variable,
                                   std::filesystem::path urlsFolder = "/etc/debuginfod");

    /// DEBUGINFOD_URLS; when it is not set, the lists of the distribution, as a login shell would
    /// set it from them. Absent when there are none.
    std::optional<std::string> urls() const;

    /// Adds the headers in DEBUGINFOD_HEADERS_FILE to http sources of layout debuginfod. Errors:
    /// those of reading the file.
    Result<void> addHeaders(std::vector<sources::SourceConfig>& sources) const;

    /// DEBUGINFOD_TIMEOUT, _MAXTIME, _MAXSIZE and _RETRY_LIMIT. They hold for all sources. A value
    /// that is no number is ignored, as by elfutils.
    void applyLimits(engine::EngineConfig& config) const;

private:
    std::optional<std::uint64_t> number(const std::string& name) const;

    sources::VariableLookup m_variable;
    std::filesystem::path m_urlsFolder;
};

/// Is a debuginfod server among the sources?
bool asksDebuginfod(const std::vector<sources::SourceConfig>& sources);

} // namespace faultline::app
