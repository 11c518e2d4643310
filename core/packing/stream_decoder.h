// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <stop_token>

namespace faultline::packing {

enum class StreamFormat : std::uint8_t { Gzip, Zlib, Zstd, Brotli };

/// Decodes a whole stream and appends it to `out`. Handles gzip with several members and zstd with
/// several frames. `limitBytes` bounds the output. Errors: TooLarge, Malformed
/// (damaged or truncated stream), Cancelled, and those of writing.
Result<void> decodeStream(Bytes data,
                          StreamFormat format,
                          TempFile& out,
                          std::optional<std::uint64_t> limitBytes,
                          std::stop_token stop);

} // namespace faultline::packing
