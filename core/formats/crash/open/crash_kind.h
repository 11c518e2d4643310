#pragma once

#include "core/base/byte_view.h"

#include <string>

namespace faultline::crash {

/// Recognising crash files by the bytes they begin with.

bool isMinidump(Bytes bytes);

/// An event of Sentry's in JSON, out of its envelope.
bool isSentryEvent(Bytes head);

/// One that event_reader.h reads as it is: a minidump, a core file, an Apple report, an event.
bool isPlainCrashFile(Bytes head);

/// A file stored with gzip, zstd, lz4, xz or zlib: one layer of compression, one file.
bool isCompressedFile(Bytes head);

bool isZipArchive(Bytes head);

/// What the bytes look like, for people: "a PNG picture", "bytes 0123 at offset 0".
std::string describeContent(Bytes bytes);

} // namespace faultline::crash
