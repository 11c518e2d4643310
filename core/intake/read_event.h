// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/crash_content.h"
#include "core/model/event.h"
#include "core/report/json_report.h"
#include "core/requests/request_parts.h"
#include "core/symbolicate/options/options.h"

#include <cstdint>

namespace faultline::intake {

/// What kind of input a file is.
enum class InputForm : std::uint8_t {
    CrashFile, ///< Written by a crash handler or a system.
    Event,     ///< What an SDK reported, without memory.
    Text,      ///< Text with stack traces.
    Request    ///< The body of a request of Symbolicator's API.
};

/// What a file says. Only a request has options. `answer` is for Symbolicator's form: what the
/// request says, or what Symbolicator takes for said.
struct Input
{
    InputForm form = InputForm::CrashFile;
    EventPtr event;
    symbolicate::SymbolicateOptions options{};
    report::JsonOptions answer{};
};

/// Detects the kind of input by content and reads it. A file compressed with gzip, zstd, lz4 or xz,
/// or the core file inside a report of Apport, is first unpacked into a temporary file. Also reads
/// the only crash file of a container (crash_files.h). If a compressed file is damaged, a
/// diagnostic of the event says so. Errors: Unsupported (no known kind; the text describes the
/// bytes), Malformed (also a compressed file that is too large, or is damaged and no minidump or
/// core file; and what `policy` refuses), and those of writing the temporary file.
Result<Input>
readInput(CrashContent content, const ParseLimits& limits, const requests::RequestPolicy& policy);

/// The same for those who ask their own sources only: the sources that a request names are not
/// asked, and a diagnostic of the event says so.
Result<EventPtr> readEvent(CrashContent content, const ParseLimits& limits);

/// The policy of a user's own program: a request may ask for everything but the keys of this
/// machine, because it may be a stranger's file.
requests::RequestPolicy openPolicy();

} // namespace faultline::intake
