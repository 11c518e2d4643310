// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <string_view>
#include <vector>

namespace faultline::sources {

/// Sources for the servers in `DEBUGINFOD_URLS`, which blanks separate. Policy words
/// ("ima:enforcing") are skipped. A repeated server counts once. Errors: Malformed (a word that is
/// no URL). Source: elfutils, debuginfod-client-config(7); docs/spec/sources-and-caches.md §15.1.
Result<std::vector<SourceConfig>> parseDebuginfodUrls(std::string_view text);

} // namespace faultline::sources
