// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"
#include "core/symbolicate/options/options.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::js {

/// Says whether frames are answered like the reference, or as well as possible.
enum class ScriptAnswer : std::uint8_t { Compatible, Best };

/// A folder, an artifact bundle, a script or a map of this machine.
struct LocalPlace
{
    std::string path;        ///< Absolute.
    bool isRecursive = true; ///< If false, only the files directly in a folder are used.
};

/// The options for one symbolication of a script event.
struct ScriptOptions
{
    std::string sourceId; ///< Id of `sentry`, for cache keys and traces.
    /// The server to ask for artifacts; absent means none.
    std::optional<sources::SentrySource> sentry;
    symbolicate::ScrapingConfig scraping;
    bool mayScrape = true; ///< An older switch in requests. Both switches must allow scraping.
    std::string scope;     ///< Scope of the caches; empty means global.
    bool applySourceContext = true;
    bool retryFailed = false;
    bool connectToReservedIps = true; ///< When false, scraping does not ask this machine itself.
    ScriptAnswer answer = ScriptAnswer::Compatible;
    std::vector<LocalPlace> localPlaces; ///< Searched before all other places.
    /// The files that the user chose, keyed by script.
    std::map<std::string, std::string> chosenFiles;
    bool useLocalFiles = false; ///< Also reads the paths that frames and scripts name.
};

} // namespace faultline::js
