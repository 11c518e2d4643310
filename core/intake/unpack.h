// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/intake/crash_content.h"

#include <cstdint>
#include <functional>

namespace faultline::intake {

/// Returns a temporary file without a name, for what is unpacked: cores are larger than the memory
/// to spare. Errors: those of the system.
Result<TempFile> createUnpackFile();

/// Writes at most `maxBytes` unpacked bytes to `file`.
using Unpack = std::function<Result<void>(TempFile& file, std::uint64_t maxBytes)>;

/// Unpacks into a temporary file without a name. The limit depends on `packedBytes`. Of a damaged
/// minidump or core file, what comes before the damage is returned. Errors: Malformed (damaged,
/// larger than the limit or ParseLimits::maxUnpackedEventBytes), those of `unpack`, and those of
/// the system.
Result<CrashContent>
unpackInto(const Unpack& unpack, std::uint64_t packedBytes, const ParseLimits& limits);

/// Undoes one layer of compression as unpackInto() does; bytes that are not compressed are damaged.
Result<CrashContent> unpackCrashFile(Bytes packed, const ParseLimits& limits);

/// The same for bytes that may be compressed: other bytes stay as they are.
Result<CrashContent> undoCompression(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::intake
