// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/engine/crash_content.h"
#include "core/model/event.h"

namespace faultline::engine {

/// Detects the kind of a crash file by content and reads it. A file compressed with gzip, zstd, lz4
/// or xz, or the core file inside a report of Apport, is first unpacked into a temporary file. If
/// the compressed file is damaged, a diagnostic of the event says so. Errors: Unsupported (no known
/// kind; the text describes the bytes), Malformed (also a compressed file that is too large, or is
/// damaged and no minidump or core file), and those of writing the temporary file.
Result<EventPtr> readEventFile(CrashContent content, const ParseLimits& limits);

} // namespace faultline::engine
