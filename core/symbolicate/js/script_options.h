#pragma once

#include "core/sources/source_config.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::js {

/// What one symbolication of a script event is told.
struct ScriptOptions
{
    std::string sourceId;                        ///< Of `sentry`, for keys and traces.
    std::optional<sources::SentrySource> sentry; ///< Whom to ask for artifacts; absent: nobody.
    symbolicate::ScrapingConfig scraping;
    bool mayScrape = true; ///< An older switch of requests; both must allow it.
    std::string scope;     ///< Of caches; empty: global.
    bool applySourceContext = true;
    bool retryFailed = false;
    bool connectToReservedIps = true; ///< Else scraping asks no host of this machine.
};

} // namespace faultline::js
