// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/symcache/symcache.h"
#include "core/symcache/symcache_writer.h"

#include <filesystem>
#include <stop_token>

namespace faultline::symbolfiles {

/// Converts a debug file. Errors: those of reading and opening it, of the conversion, and of
/// writing `out`.
Result<symcache::SymCacheStats> convertToSymCache(const std::filesystem::path& file, TempFile& out);

/// Makes a symcache of opened files, in an unnamed file. Errors: those of the conversion.
Result<symcache::SymCache> symCacheOf(SymbolFiles files, std::stop_token stop = {});

/// Are these the bytes of a symcache?
bool looksLikeSymCache(Bytes file);

/// The symcache in the file, or one made from it if it is a debug file. Same errors.
Result<symcache::SymCache> openSymCache(const std::filesystem::path& file);

} // namespace faultline::symbolfiles
