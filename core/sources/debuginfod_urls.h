#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <string_view>
#include <vector>

namespace faultline::sources {

/// The servers that `DEBUGINFOD_URLS` names, separated by blanks, as sources; its policy words
/// ("ima:enforcing") are passed over, the same server twice counts once. Errors: Malformed (a word
/// that is no URL). Source: elfutils, debuginfod-client-config(7); docs/spec/sources-and-caches.md
/// §15.1.
Result<std::vector<SourceConfig>> parseDebuginfodUrls(std::string_view text);

} // namespace faultline::sources
