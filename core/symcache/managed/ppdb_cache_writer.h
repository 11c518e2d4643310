// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/formats/debug/ppdb/portable_pdb.h"

#include <stop_token>

namespace faultline::symcache {

struct PpdbCacheStats
{
    std::uint64_t sizeBytes = 0;
    std::uint32_t methods = 0;
    std::uint32_t damagedMethods = 0; ///< Number of methods left out.
    std::uint32_t points = 0;
    std::uint32_t files = 0;
};

/// Converts a portable PDB to a PPDB cache and appends it to `out`, which must be empty. A damaged
/// method is left out and counted; a damaged document gets an empty path. Errors: Malformed
/// (records that share more bytes than in any genuine file), Cancelled, and those of writing.
Result<PpdbCacheStats>
writePpdbCache(const ppdb::PortablePdb& pdb, TempFile& out, const std::stop_token& stop);

} // namespace faultline::symcache
