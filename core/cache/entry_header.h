// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/cache/cache_versions.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::cache {

/// The head of an entry file; the payload follows at a page boundary. Layout: docs/cache-format.md.
struct EntryHeader
{
    std::optional<Error> failure; ///< Absent when the entry holds a payload.
    std::int64_t createdAt = 0;   ///< Nanoseconds since the epoch.
    std::int64_t lastUpgradeAttempt =
        0; ///< Nanoseconds since the epoch when a better source was last searched for.
    std::uint32_t objectRank = 0;
    CacheCategory category =
        CacheCategory::Derived;        ///< Stored so that a cleanup needs no list of kinds.
    std::uint32_t payloadChecksum = 0; ///< CRC-32 (IEEE).
    std::string scope;
    std::string keyText; ///< Empty for an imported entry: only its SHA-256 is known, which is the
                         ///< file's place.

    friend bool operator==(const EntryHeader&, const EntryHeader&) = default;
};

inline constexpr std::size_t kEntryMagicBytes = 8;

/// Tells whether an entry can hold a failure of this kind.
bool isStored(ErrorKind kind);

/// Do the bytes begin like an entry of any format version?
bool hasEntryMagic(Bytes file);

struct ReadEntry
{
    EntryHeader header;
    ByteView payload;
};

/// The bytes before the payload of an entry with these texts; a multiple of the page size.
std::uint64_t entryHeaderBytes(const EntryHeader& header);

/// The complete head, padded. Failure texts beyond 64 KiB are cut.
std::vector<std::byte> encodeEntryHeader(const EntryHeader& header, std::uint64_t payloadBytes);

/// Splits an entry file. Checks everything except the payload itself. Errors: Malformed.
Result<ReadEntry> readEntry(const ByteView& file);

/// Reads the whole payload. Errors: Malformed, if it differs from what was written.
Result<void> checkPayload(const ReadEntry& entry);

/// Offset of the time of the last upgrade attempt, which may be rewritten in place.
inline constexpr std::uint64_t kUpgradeAttemptOffset = 32;

/// The bytes of that time.
std::array<std::byte, 8> encodeUpgradeAttempt(std::int64_t nanosecondsSinceEpoch);

} // namespace faultline::cache
