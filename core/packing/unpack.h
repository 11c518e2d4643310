#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace faultline::packing {

/// Whether content begins like a compressed file that unpackByContent() undoes
/// (docs/spec/sources-and-caches.md §8.4).
bool looksCompressed(Bytes content);

/// Undoes one layer of compression, recognised by content, into `out`. Does nothing when it is not
/// compressed. Errors: those of decodeStream() and extractOnlyMember().
Result<void> unpackByContent(Bytes content,
                             TempFile& out,
                             std::optional<std::uint64_t> limitBytes,
                             std::stop_token stop);

/// Undoes a Content-Encoding: none, `identity`, `br`, `gzip`, `x-gzip`, `deflate` (zlib-wrapped) or
/// `zstd`. Errors: DownloadFailed (any other value, or several headers), and those of
/// decodeStream().
Result<void> undoContentEncoding(std::span<const std::string> encodings,
                                 TempFile& file,
                                 std::optional<std::uint64_t> limitBytes,
                                 const std::stop_token& stop);

} // namespace faultline::packing
