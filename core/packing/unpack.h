// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/static_text.h"
#include "core/base/temp_file.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace faultline::packing {

/// Does the content begin like a compressed file that unpackByContent() can decode
/// (docs/spec/sources-and-caches.md §8.4)?
bool looksCompressed(Bytes content);

/// Returns "zstd", "gz", "zip", "cab", … for content that looks compressed, otherwise "none".
StaticText compressionName(Bytes content);

/// Detects one layer of compression by content and decodes it to `out`. Does nothing when the
/// content is not compressed. Errors: those of decodeStream() and extractOnlyMember().
Result<void> unpackByContent(Bytes content,
                             TempFile& out,
                             std::optional<std::uint64_t> limitBytes,
                             std::stop_token stop);

/// Decodes a Content-Encoding: none, `identity`, `br`, `gzip`, `x-gzip`, `deflate` (zlib-wrapped)
/// or `zstd`. Errors: DownloadFailed (any other value, or several headers), and those of
/// decodeStream().
Result<void> undoContentEncoding(std::span<const std::string> encodings,
                                 TempFile& file,
                                 std::optional<std::uint64_t> limitBytes,
                                 const std::stop_token& stop);

} // namespace faultline::packing
