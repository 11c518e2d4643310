// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/base/worker_pool.h"
#include "core/formats/debug/object/object.h"
#include "core/symcache/unit_transform.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::symcache {

/// The input of one symcache. A code file and its debug file together serve one module.
struct SymCacheInput
{
    object::ObjectPtr
        object; ///< Supplies debug info first, then symbols; also identity and architecture.
    std::vector<object::ObjectPtr>
        symbolObjects{}; ///< Their symbols fill remaining gaps, in this order.
    std::vector<object::ObjectPtr> companions{}; ///< Files that its debug info needs.
    UnitTransform transform{};                   ///< Changes from name and line maps.
};

/// What was written and what was left out.
struct SymCacheStats
{
    std::uint64_t sizeBytes = 0;
    std::uint32_t units = 0;
    std::uint32_t damagedUnits = 0;
    std::uint32_t damagedRecords = 0;
    std::uint32_t lostNames = 0; ///< Names and paths beyond the limits for a file of this size.
    std::uint32_t functions = 0; ///< Functions from debug info.
    std::uint32_t symbols = 0;   ///< Symbol-table entries that fill a gap.
    std::uint32_t hiddenFunctions = 0; ///< Functions hidden completely by others (duplicates).
    std::uint32_t rows = 0;
    std::vector<std::string> notes; ///< The first few errors of units, and the reader's warnings.
};

/// Converts an object's debug info and symbols to a symcache and appends it to `out`, which must be
/// empty. Units are read on the pool; the bytes do not depend on the number of threads. A unit that
/// cannot be read is left out and counted. Call from a job thread or a pool task. Errors:
/// Cancelled, Unsupported (more than 2^32 records), and those of writing to `out`.
Result<SymCacheStats>
writeSymCache(const SymCacheInput& input, TempFile& out, WorkerPool& pool, std::stop_token stop);

} // namespace faultline::symcache
