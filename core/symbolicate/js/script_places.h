// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/sources/source_config.h"
#include "core/symbolicate/options/local_place.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline::js {

/// Where the files of a script event are looked for: what the sources and options of a
/// symbolication mean for scripts.
struct ScriptPlaces
{
    std::string sourceId; ///< Id of `sentry`, for cache keys and traces.
    /// The server to ask for artifacts: the first source that lists them. Absent means none.
    std::optional<sources::SentrySource> sentry;
    /// A folder, an artifact bundle, a script or a map each; searched before all other places.
    std::vector<symbolicate::LocalPlace> local;
    /// The files that the user chose, keyed by script.
    std::map<std::string, std::string> chosenFiles;
    symbolicate::ScrapingConfig scraping;
};

/// Reads the disk.
ScriptPlaces placesOf(const std::vector<sources::SourceConfig>& sources,
                      const Event& event,
                      const symbolicate::SymbolicateOptions& options);

} // namespace faultline::js
