// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

namespace faultline::packing {

/// Whole-buffer encoders for files that we write. Errors: Internal (no memory).
Result<ByteView> deflateRaw(Bytes data);
/// Makes one gzip member without a name and a time, so that equal data give equal bytes.
Result<ByteView> compressGzip(Bytes data);
/// Makes one zstd frame that states its size; levels 1 to 22.
Result<ByteView> compressZstd(Bytes data, int level);

} // namespace faultline::packing
