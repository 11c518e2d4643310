// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/inspection.h"
#include "core/query/crash.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace faultline::python {

// Questions about the memory of a crashed process. Errors of all: PermissionDenied (the crash's
// profile shows no memory), NotFound (the crash file has none), Cancelled, Internal.

/// Bytes that lie side by side, all of them known.
struct KnownBytes
{
    std::uint64_t address = 0;
    std::vector<std::byte> bytes;
};

constexpr std::uint64_t kMostReadBytes = 64u << 20;

/// The bytes from `address` on that the crash file has, or a module's file. Ascending. Errors: also
/// TooLarge (more than kMostReadBytes).
Result<std::vector<KnownBytes>> readMemory(const query::Crash& crash,
                                           std::uint64_t address,
                                           std::uint64_t sizeBytes,
                                           const std::stop_token& stop);

/// Where any of the patterns stands in the crash file's memory. Errors: also Malformed (no pattern,
/// too many, or one that is too long).
Result<engine::SearchAnswer> searchMemory(const query::Crash& crash,
                                          engine::SearchQuestion question,
                                          const std::stop_token& stop);

/// The texts that a frame's registers and stack lead to. Errors: also NotFound (no such frame).
Result<std::vector<engine::FoundString>>
stringsOf(const query::Crash& crash, query::RowPlace place, const std::stop_token& stop);

struct WordForm
{
    unsigned pointerBytes = 8;
    std::endian order = std::endian::little;
};

/// How the process keeps addresses in memory. Errors: only NotFound (it is no native process).
Result<WordForm> wordFormOf(const query::Crash& crash, const std::stop_token& stop);

} // namespace faultline::python
