// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

#include <string_view>

namespace faultline::nativetext {

/// One form of traces in text. A new form adds one row to the table in native_text.cpp.
struct TraceForm
{
    std::string_view name; ///< For people, in English: "tombstone of Android".
    /// Does a trace of this form begin here? Looks at the line and at few after it. May be wrong:
    /// without a frame in it, what read() finds is no trace.
    bool (*begins)(const LineCursor& at);
    /// Reads the trace and leaves the cursor at the first line after it. Goes at most some hundred
    /// lines further than the last line that belongs to the trace.
    void (*read)(LineCursor& at, TraceBuilder& trace);
};

/// What each form's reader gives up after: so many lines in a row that do not belong to a trace.
inline constexpr int kMaxGapLines = 100;

extern const TraceForm kTombstoneForm;
extern const TraceForm kSanitizerForm;
extern const TraceForm kGoForm;
extern const TraceForm kRustForm;
extern const TraceForm kDebuggerForm;
extern const TraceForm kKernelForm;
extern const TraceForm kJournalForm;
extern const TraceForm kBacktraceForm;
extern const TraceForm kValgrindForm;
extern const TraceForm kDotnetForm;
extern const TraceForm kPythonForm;
extern const TraceForm kRubyForm;
extern const TraceForm kPhpForm;

} // namespace faultline::nativetext
