// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <vector>

namespace faultline {

class TempFile;

} // namespace faultline

namespace faultline::packing {

/// Whole-buffer decoders for data inside files (debug sections, embedded sources). `sizeBytes` is
/// the size that the file declares. The decoded size must match it exactly, and it is checked
/// against `limitBytes` before any allocation. Errors: Malformed (damaged stream, size differs,
/// limit exceeded).
Result<ByteView> inflateZlib(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
Result<ByteView> inflateRaw(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
Result<ByteView> decompressZstd(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
/// Decodes .gnu_debugdata: an xz stream of unknown size, at most `limitBytes` after decoding.
Result<ByteView> decompressXz(Bytes data, std::uint64_t limitBytes);

/// The limit for the decoded size of `packedBytes` of debug data: the smaller of `limitBytes` and
/// 64 MiB plus 256 times the packed size. Real debug data shrink at most thirty times, a
/// decompression bomb a thousand times.
std::uint64_t expansionLimit(std::size_t packedBytes, std::uint64_t limitBytes);

/// Returns the whole pages inside a part of a decompressed buffer to the system. Their contents are
/// lost, so no other code may read these bytes afterwards.
void giveBackPages(Bytes part);

/// Appends `data` as one zstd frame with a checksum of the content. Errors: those of writing.
Result<void> packZstd(Bytes data, TempFile& out);
/// The size of the first of several zstd frames; all bytes when there is no complete one.
std::size_t firstZstdFrameBytes(Bytes packed);
/// Decodes a frame made by packZstd() and appends the content. Errors: Malformed (damaged,
/// truncated, or more than `limitBytes`), those of writing.
Result<void> unpackZstd(Bytes packed, std::uint64_t limitBytes, TempFile& out);

} // namespace faultline::packing
