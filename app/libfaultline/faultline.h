// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Faultline as a library: from a crash file to a report. docs/library.md has an example.
///
///   intake::findCrashFilesAt, openOnlyCrashFile, readEvent   a file becomes an Event
///   engine::Engine::run                                      an Event becomes a Report
///   report::renderTextReport, renderJsonReport               a Report becomes text
///
/// Addresses are those of the crashed process unless a name says otherwise. Errors come as
/// Result<T>; nothing throws but std::bad_alloc.

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/model/event.h"
#include "core/model/report.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"

namespace faultline {

/// The version of the library that is in use. FAULTLINE_VERSION_STRING of faultline_version.h is
/// the one whose headers were compiled.
const char* libraryVersion();

} // namespace faultline
