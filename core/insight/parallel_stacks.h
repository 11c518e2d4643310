// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::insight {

/// A run of rows that the stacks of the same threads share.
struct StackRun
{
    std::optional<std::uint32_t> parent; ///< Index into ParallelStacks::runs.
    std::uint32_t depth = 0;             ///< Rows above it, up to the outermost one.
    std::uint32_t rows = 0;              ///< At least one.
    /// The threads: so many of ParallelStacks::threads from this index on, in their order unless
    /// several runs share the list. Those of the parent comprise them.
    std::uint32_t firstThread = 0;
    std::uint32_t threadCount = 0;
    std::uint64_t weight = 0;     ///< Samples, or other units of call trees; otherwise threads.
    std::uint32_t firstFrame = 0; ///< Its rows: ParallelStacks::frames from here on, `rows` many.
};

/// The stacks of all threads, merged from their outermost rows inwards.
struct ParallelStacks
{
    /// A parent stands before its children. Among siblings the run with the most weight comes
    /// first, then the one with the lowest thread.
    std::vector<StackRun> runs;
    std::vector<std::uint32_t> threads; ///< Indexes into Event::threads.
    std::uint32_t threadCount = 0;      ///< How many different ones.
    std::vector<const Frame*> frames;   ///< Of the report, which must outlive this.
    bool isSampled = false;             ///< Made from call trees, whose weights count.
};

/// If the report has call trees, as a sampler writes them, these are merged instead of the stacks.
/// Merges rows that are the same function in the same module; rows without a known function are
/// the same at the same address only. Inlined calls are rows of their own. Threads without a stack
/// are left out. Takes time and memory linear in the rows, apart from sorting siblings.
ParallelStacks parallelStacks(const Report& report);

} // namespace faultline::insight
