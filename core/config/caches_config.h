// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_config.h"
#include "core/json/json_cursor.h"

namespace faultline::config {

/// Reads all settings for caches from the file's root: `caches`, `shared_cache`,
/// `enable_cache_cleanup`, `cache_cleanup_interval` (docs/spec/http-api.md §11.2, §11.3, §11.6).
/// Reads only the limits of listings and tokens from Symbolicator's `caches.in_memory`. Ignores its
/// sizes and `caches.diagnostics`: a single limit, `caches.memory`, applies to all kinds.
void readCaches(const json::JsonCursor& root, engine::EngineConfig& config);

} // namespace faultline::config
