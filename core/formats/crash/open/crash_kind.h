#pragma once

#include "core/base/byte_view.h"

#include <string>

namespace faultline::crash {

/// Recognises crash files by their first bytes.

bool isMinidump(Bytes bytes);

/// A Sentry event in JSON, without an envelope.
bool isSentryEvent(Bytes head);

/// A file that event_reader.h reads directly: a minidump, a core file, an Apple report, an event.
bool isPlainCrashFile(Bytes head);

/// A file compressed with gzip, zstd, lz4, xz or zlib: one layer of compression, one file.
bool isCompressedFile(Bytes head);

bool isZipArchive(Bytes head);

/// Describes the bytes for people: "a PNG picture", "bytes 0123 at offset 0".
std::string describeContent(Bytes bytes);

} // namespace faultline::crash
