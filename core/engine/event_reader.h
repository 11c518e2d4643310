#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::engine {

/// Recognises the kind of a crash file by its content and reads it; a file compressed with gzip,
/// zstd, lz4 or xz is unpacked into a temporary file first. Errors: Unsupported (no kind
/// that we know: the text says what the bytes look like), Malformed (also a damaged or
/// too large compressed file), and those of writing the temporary file.
Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::engine
