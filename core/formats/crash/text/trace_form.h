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
    /// Reads the trace and leaves the cursor after it. A reader that must go further to see where
    /// the trace ends does so with TraceLines (trace_lines.h).
    void (*read)(LineCursor& at, TraceBuilder& trace);
    /// The tool that prints the trace does not know what the program said shortly before.
    bool takesMessage = false;
};

extern const TraceForm kTombstoneForm;
extern const TraceForm kSanitizerForm;
extern const TraceForm kGoForm;
extern const TraceForm kRustForm;
extern const TraceForm kDebuggerForm;
extern const TraceForm kKernelForm;
extern const TraceForm kJournalForm;
extern const TraceForm kWindbgForm;
extern const TraceForm kStackwalkForm;
extern const TraceForm kChromiumForm;
extern const TraceForm kUnrealForm;
extern const TraceForm kUnityForm;
extern const TraceForm kSymbolizedAndroidForm;
extern const TraceForm kMarkupForm;
extern const TraceForm kSwiftForm;
extern const TraceForm kAppleSymbolsForm;
extern const TraceForm kDartForm;
extern const TraceForm kWerForm;
extern const TraceForm kBacktraceForm;
extern const TraceForm kValgrindForm;
extern const TraceForm kDotnetForm;
extern const TraceForm kLuaForm;
extern const TraceForm kElixirForm;
extern const TraceForm kHaskellForm;
extern const TraceForm kPythonForm;
extern const TraceForm kRubyForm;
extern const TraceForm kPhpForm;
extern const TraceForm kPythonThreadsForm;
extern const TraceForm kNotebookForm;
extern const TraceForm kRubyBugForm;
extern const TraceForm kDotnetFatalForm;
extern const TraceForm kMonoForm;
extern const TraceForm kClrStackForm;
extern const TraceForm kDForm;
extern const TraceForm kErlangForm;
extern const TraceForm kPerlForm;
extern const TraceForm kOcamlForm;
extern const TraceForm kJuliaForm;
extern const TraceForm kZigForm;
extern const TraceForm kFortranForm;
extern const TraceForm kRForm;
extern const TraceForm kNimForm;
extern const TraceForm kAdaForm;
extern const TraceForm kMatlabForm;
extern const TraceForm kBsdPanicForm;
extern const TraceForm kGoRaceForm;
extern const TraceForm kGoErrorsForm;
extern const TraceForm kKotlinNativeForm;
extern const TraceForm kEuStackForm;
extern const TraceForm kVisualStudioForm;
extern const TraceForm kSolarisPstackForm;
extern const TraceForm kXnuPanicForm;
extern const TraceForm kBackwardForm;
extern const TraceForm kCpptraceForm;
extern const TraceForm kNodeNativeForm;
extern const TraceForm kRubyLogForm;
extern const TraceForm kPytestForm;
extern const TraceForm kRichForm;
extern const TraceForm kGodotScriptForm;
extern const TraceForm kDelphiForm;
extern const TraceForm kCrashlyticsForm;
extern const TraceForm kJavacoreForm;
extern const TraceForm kNativeImageForm;
extern const TraceForm kSpindumpForm;
extern const TraceForm kAppleSampleForm;
extern const TraceForm kFatalMessageForm;
extern const TraceForm kWasmForm;

} // namespace faultline::nativetext
