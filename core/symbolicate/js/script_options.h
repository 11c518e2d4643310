#pragma once

#include "core/sources/source_config.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::js {

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
};

} // namespace faultline::js
