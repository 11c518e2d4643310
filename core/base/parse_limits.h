// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace faultline {

/// Limits for every reader of outside bytes. They are passed by value, never global. Tests and
/// fuzzers lower them. Defaults: docs/spec/native.md §22 and docs/spec/stackwalk.md §17.
struct ParseLimits
{
    std::uint64_t maxDecompressedSectionBytes = 4ull << 30;
    std::uint64_t maxDecompressedSourceBytes = 190ull << 20;
    std::uint64_t maxUnpackedEventBytes =
        16ull << 30; ///< For a compressed crash file, on disk; 0: compressed files are refused.
    std::uint32_t maxStreams = 16384;
    std::uint32_t maxSections = 1u << 20;
    std::uint32_t maxThreads = 1u << 16;
    std::uint32_t maxModules = 1u << 17;
    std::uint32_t maxMemoryRanges = 1u << 20;
    std::uint32_t maxStringBytes = 1u << 20;
    std::uint32_t maxMappedNames = 1u << 24; ///< For a BCSymbolMap.
    std::uint32_t maxReferenceHops =
        16;                           ///< Length of chains of abstract origins and specifications.
    std::uint32_t maxTreeDepth = 256; ///< Nesting of DIEs, inline frames, symbol scopes.
    std::uint32_t maxUnwindChain = 128;          ///< Chained PE unwind records.
    std::uint64_t maxReportBytes = 2ull << 30;   ///< For a stored report in memory, after reading.
    std::uint32_t maxFramesPerThread = 1u << 17; ///< Hit is reported as a diagnostic.
    std::uint32_t maxFramesPerEvent =
        250'000; ///< Over all threads; a walk that reaches it adds a diagnostic. Together with the
                 ///< limits of threads and memory ranges, it keeps the worst event below 1 GiB
                 ///< (tst_hostile_dumps).
    std::chrono::milliseconds maxWalkTime{std::chrono::minutes(
        10)}; ///< For the stacks of an event, over all threads, not counting the wait for files. A
              ///< walk that reaches it adds a diagnostic.
};

} // namespace faultline
