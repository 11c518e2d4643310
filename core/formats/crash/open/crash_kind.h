// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <string>

namespace faultline::crash {

/// Recognises files that crash_readers.h does not read, by their first bytes.

/// A file compressed with gzip, bzip2, zstd, lz4, xz or zlib: one layer of compression, one file.
bool isCompressedFile(Bytes head);

/// A report that Faultline does not read, although it looks like one that it reads: a spindump.
bool isOtherReport(Bytes head);

/// Describes the bytes for people: "a PNG picture", "bytes 0123 at offset 0".
std::string describeContent(Bytes bytes);

} // namespace faultline::crash
