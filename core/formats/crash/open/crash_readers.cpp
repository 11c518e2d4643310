// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/open/crash_readers.h"

#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/container/multipart_body.h"
#include "core/formats/crash/container/sentry_envelope.h"
#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/json_reports/json_reports.h"
#include "core/formats/crash/jvm_text/error_file.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/formats/crash/machcore/mach_core.h"
#include "core/formats/crash/machcore/read_event.h"
#include "core/formats/crash/microdump/read_microdump.h"
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/protobuf_reports/protobuf_reports.h"
#include "core/formats/crash/script_stack/hermes_dump.h"
#include "core/formats/crash/script_stack/script_stacks.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"
#include "core/formats/crash/text/native_text.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace faultline::crash {

namespace {

using Rank = CrashReader::Rank;

bool isMinidump(Bytes head)
{
    const std::string_view text = asText(head);
    return text.starts_with("MDMP") || text.starts_with("PMDM");
}

// An envelope also contains the text of its attachments, which may be an Apple report or an event.
bool isAppleReport(Bytes head)
{
    return !isOtherReport(head) && !container::looksLikeSentryEnvelope(head) &&
           apple::looksLikeAppleReport(asText(head));
}

bool isSentryEvent(Bytes head)
{
    return !container::looksLikeSentryEnvelope(head) && sentry::looksLikeSentryEvent(asText(head));
}

/// Other text may surround stack traces, so containers of other files must be excluded first.
bool isContainer(Bytes head)
{
    return container::looksLikeSentryEnvelope(head) || container::looksLikeMultipart(head);
}

/// Apple's reports of Java programs and events may contain traces too, and tell more.
bool isJvmText(Bytes head)
{
    return !isContainer(head) && !apple::looksLikeAppleReport(asText(head)) &&
           !sentry::looksLikeSentryEvent(asText(head)) &&
           (jvmtext::looksLikeErrorFile(asText(head)) || jvmtext::looksLikeJvmText(asText(head)));
}

bool isScriptText(Bytes head)
{
    return !isContainer(head) && scriptstack::looksLikeScriptStacks(asText(head)) &&
           !jvmtext::looksLikeJvmText(asText(head));
}

/// Text of a debugger or a runtime may also quote reports of other formats.
template <const nativetext::TraceForm& form>
bool isTrace(Bytes head)
{
    return !isContainer(head) && !isAppleReport(head) && nativetext::hasTraceOf(form, head);
}

template <const nativetext::TraceForm& form>
Result<EventPtr> readTrace(ByteView file, const ParseLimits& limits)
{
    const auto kept = std::move(file);
    return nativetext::readTraceOf(form, kept, limits);
}

template <const nativetext::TraceForm& form>
CrashReader rowOf()
{
    return {.name = form.name,
            .rank = Rank::Text,
            .readsCutFiles = true,
            .form = &form,
            .matches = isTrace<form>,
            .read = readTrace<form>};
}

bool isHermesDump(Bytes head)
{
    return !isSentryEvent(head) && scriptstack::looksLikeHermesDump(asText(head));
}

bool isMicrodump(Bytes head)
{
    return !isContainer(head) && microdump::looksLikeMicrodump(asText(head));
}

bool isJsonReport(Bytes head)
{
    return !isSentryEvent(head) && jsonreports::looksLikeJsonReport(asText(head));
}

/// Makes a row's function of a reader that only borrows the bytes.
template <Result<EventPtr> (*borrow)(const ByteView&, const ParseLimits&)>
Result<EventPtr> readBorrowed(ByteView file, const ParseLimits& limits)
{
    const auto kept = std::move(file);
    return borrow(kept, limits);
}

/// The names of the forms stand in their files, so that the table is made at its first use.
const auto& readers()
{
    static const std::array kReaders{
        CrashReader{.name = "minidump",
                    .rank = Rank::CrashFile,
                    .readsCutFiles = true,
                    .matches = isMinidump,
                    .read = minidump::readMinidumpEvent},
        CrashReader{.name = "core file",
                    .rank = Rank::CrashFile,
                    .readsCutFiles = true,
                    .matches = corefile::isCoreFile,
                    .read = corefile::readCoreEvent},
        CrashReader{.name = "core file of macOS",
                    .rank = Rank::CrashFile,
                    .readsCutFiles = true,
                    .matches = machcore::isMachCore,
                    .read = machcore::readMachCoreEvent},
        CrashReader{.name = "Apple crash report",
                    .rank = Rank::CrashFile,
                    .matches = isAppleReport,
                    .read = apple::readAppleReport},
        CrashReader{.name = "Sentry event",
                    .rank = Rank::Summary,
                    .matches = isSentryEvent,
                    .read = readBorrowed<sentry::readSentryEvent>},
        CrashReader{.name = "crash dump of Hermes",
                    .rank = Rank::CrashFile,
                    .matches = isHermesDump,
                    .read = readBorrowed<scriptstack::readHermesDump>},
        CrashReader{.name = "microdump",
                    .rank = Rank::CrashFile,
                    .readsCutFiles = true,
                    .matches = isMicrodump,
                    .read = readBorrowed<microdump::readMicrodump>},
        CrashReader{.name = "report in protobuf",
                    .rank = Rank::CrashFile,
                    .readsCutFiles = true,
                    .matches = protobuf::looksLikeProtobufReport,
                    .read = readBorrowed<protobuf::readProtobufReport>},
        CrashReader{.name = "report of another crash reporter in JSON",
                    .rank = Rank::CrashFile,
                    .matches = isJsonReport,
                    .read = readBorrowed<jsonreports::readJsonReport>},
        rowOf<nativetext::kCrashlyticsForm>(),
        rowOf<nativetext::kJavacoreForm>(),
        rowOf<nativetext::kNativeImageForm>(),
        rowOf<nativetext::kSpindumpForm>(),
        rowOf<nativetext::kAppleSampleForm>(),
        rowOf<nativetext::kTombstoneForm>(),
        rowOf<nativetext::kSymbolizedAndroidForm>(),
        rowOf<nativetext::kMarkupForm>(),
        rowOf<nativetext::kSanitizerForm>(),
        rowOf<nativetext::kValgrindForm>(),
        rowOf<nativetext::kKernelForm>(),
        rowOf<nativetext::kXnuPanicForm>(),
        rowOf<nativetext::kBsdPanicForm>(),
        rowOf<nativetext::kJournalForm>(),
        rowOf<nativetext::kGoRaceForm>(),
        rowOf<nativetext::kGoForm>(),
        rowOf<nativetext::kRustForm>(),
        rowOf<nativetext::kSwiftForm>(),
        rowOf<nativetext::kKotlinNativeForm>(),
        rowOf<nativetext::kDartForm>(),
        rowOf<nativetext::kPythonThreadsForm>(),
        rowOf<nativetext::kFortranForm>(),
        rowOf<nativetext::kZigForm>(),
        rowOf<nativetext::kDForm>(),
        rowOf<nativetext::kMonoForm>(),
        rowOf<nativetext::kRubyBugForm>(),
        rowOf<nativetext::kEuStackForm>(),
        rowOf<nativetext::kBackwardForm>(),
        rowOf<nativetext::kCpptraceForm>(),
        rowOf<nativetext::kNodeNativeForm>(),
        rowOf<nativetext::kWasmForm>(),
        rowOf<nativetext::kDebuggerForm>(),
        rowOf<nativetext::kVisualStudioForm>(),
        rowOf<nativetext::kSolarisPstackForm>(),
        rowOf<nativetext::kDelphiForm>(),
        rowOf<nativetext::kWindbgForm>(),
        rowOf<nativetext::kStackwalkForm>(),
        rowOf<nativetext::kUnrealForm>(),
        rowOf<nativetext::kUnityForm>(),
        rowOf<nativetext::kAppleSymbolsForm>(),
        rowOf<nativetext::kBacktraceForm>(),
        rowOf<nativetext::kChromiumForm>(),
        rowOf<nativetext::kPythonForm>(),
        rowOf<nativetext::kRubyForm>(),
        rowOf<nativetext::kPhpForm>(),
        rowOf<nativetext::kDotnetFatalForm>(),
        rowOf<nativetext::kClrStackForm>(),
        rowOf<nativetext::kDotnetForm>(),
        rowOf<nativetext::kGoErrorsForm>(),
        rowOf<nativetext::kGodotScriptForm>(),
        rowOf<nativetext::kLuaForm>(),
        rowOf<nativetext::kElixirForm>(),
        rowOf<nativetext::kHaskellForm>(),
        rowOf<nativetext::kRubyLogForm>(),
        rowOf<nativetext::kPytestForm>(),
        rowOf<nativetext::kRichForm>(),
        rowOf<nativetext::kNotebookForm>(),
        rowOf<nativetext::kNimForm>(),
        rowOf<nativetext::kErlangForm>(),
        rowOf<nativetext::kPerlForm>(),
        rowOf<nativetext::kOcamlForm>(),
        rowOf<nativetext::kJuliaForm>(),
        rowOf<nativetext::kRForm>(),
        rowOf<nativetext::kAdaForm>(),
        rowOf<nativetext::kMatlabForm>(),
        rowOf<nativetext::kWerForm>(),
        rowOf<nativetext::kFatalMessageForm>(),
        CrashReader{.name = "stack text of the JVM",
                    .rank = Rank::Text,
                    .matches = isJvmText,
                    .read = readBorrowed<jvmtext::readJvmTextEvent>},
        CrashReader{.name = "stack text of a script",
                    .rank = Rank::Text,
                    .matches = isScriptText,
                    .read = readBorrowed<scriptstack::readScriptText>},
    };
    return kReaders;
}

} // namespace

std::span<const CrashReader> crashReaders()
{
    return readers();
}

const CrashReader& readerOf(const nativetext::TraceForm& form)
{
    const auto found = std::ranges::find(readers(), &form, &CrashReader::form);
    assert(found != readers().end());
    return *found;
}

const CrashReader* findTextReader(Bytes head)
{
    const auto found = std::ranges::find_if(readers(), [head](const CrashReader& reader) {
        return reader.rank == Rank::Text && reader.form == nullptr && reader.matches(head);
    });
    return found == readers().end() ? nullptr : &*found;
}

const CrashReader* findCrashReader(Bytes head)
{
    const auto found = std::ranges::find_if(
        readers(), [head](const CrashReader& reader) { return reader.matches(head); });
    return found == readers().end() ? nullptr : &*found;
}

} // namespace faultline::crash
