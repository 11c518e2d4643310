#pragma once

#include <chrono>
#include <cstdint>

namespace faultline {

/// Bounds that every reader of outside bytes obeys; passed in by value, never global. Tests and
/// fuzzers lower them. The defaults come from docs/spec/native.md §22 and
/// docs/spec/stackwalk.md §17.
struct ParseLimits
{
    std::uint64_t maxDecompressedSectionBytes = 4ull << 30;
    std::uint64_t maxDecompressedSourceBytes = 190ull << 20;
    std::uint64_t maxUnpackedEventBytes =
        16ull << 30; ///< Of a compressed crash file, on disk; 0: none is taken.
    std::uint32_t maxStreams = 16384;
    std::uint32_t maxSections = 1u << 20;
    std::uint32_t maxThreads = 1u << 16;
    std::uint32_t maxModules = 1u << 17;
    std::uint32_t maxMemoryRanges = 1u << 20;
    std::uint32_t maxStringBytes = 1u << 20;
    std::uint32_t maxMappedNames = 1u << 24;     ///< Of a BCSymbolMap.
    std::uint32_t maxReferenceHops = 16;         ///< Abstract-origin and specification chains.
    std::uint32_t maxTreeDepth = 256;            ///< Nesting of DIEs, inline frames, symbol scopes.
    std::uint32_t maxUnwindChain = 128;          ///< Chained PE unwind records.
    std::uint64_t maxReportBytes = 2ull << 30; ///< Of a stored report once read, in memory.
    std::uint32_t maxFramesPerThread = 1u << 17; ///< Hit is reported as a diagnostic.
    std::uint32_t maxFramesPerEvent =
        250'000; ///< Over all threads; hit is reported as a diagnostic. With the limits of threads
                 ///< and memory ranges it keeps the worst event under 1 GiB (tst_hostile_dumps).
    std::chrono::milliseconds maxWalkTime{
        std::chrono::minutes(10)}; ///< Of an event's stacks, over all threads, without the waiting
                                   ///< for files; hit is reported as a diagnostic.
};

} // namespace faultline
