// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"

#include <filesystem>
#include <stop_token>

namespace faultline::engine {

/// Counts the files of a cache folder and their bytes. Stops early on request, with what it has.
CacheSnapshot measureCacheFolder(const std::filesystem::path& folder, const std::stop_token& stop);

} // namespace faultline::engine
