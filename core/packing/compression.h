#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <vector>

namespace faultline {

class TempFile;

} // namespace faultline

namespace faultline::packing {

/// Whole-buffer decoders for data inside files (debug sections, embedded sources). `sizeBytes` is
/// the size the file declares and must match exactly; it is checked against `limitBytes` before
/// anything is allocated. Errors: Malformed (damaged stream, size differs, limit exceeded).
Result<ByteView> inflateZlib(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
Result<ByteView> inflateRaw(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
Result<ByteView> decompressZstd(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes);
/// .gnu_debugdata: an xz stream of unknown size, at most `limitBytes` after decoding.
Result<ByteView> decompressXz(Bytes data, std::uint64_t limitBytes);

/// The limit for what `packedBytes` of debug data may decode to: `limitBytes`, and beyond 64 MiB
/// also 256 times their own size. Real debug data shrinks thirty times at most, a bomb a thousand
/// times.
std::uint64_t expansionLimit(std::size_t packedBytes, std::uint64_t limitBytes);

/// Gives the whole pages inside a part of a decompressed buffer back to the system. Their contents
/// are lost, so only for a buffer whose bytes nobody else may look at.
void giveBackPages(Bytes part);

/// Appends `data` as one zstd frame with a checksum of its content. Errors: those of writing.
Result<void> packZstd(Bytes data, TempFile& out);
/// Appends what a frame of packZstd() holds. Errors: Malformed (damaged, cut off, or more than
/// `limitBytes`), those of writing.
Result<void> unpackZstd(Bytes packed, std::uint64_t limitBytes, TempFile& out);

} // namespace faultline::packing
