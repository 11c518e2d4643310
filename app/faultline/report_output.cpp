// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/report_output.h"

#include "app/faultline/command_support.h"
#include "core/base/text.h"
#include "core/bundle/report_bundle.h"
#include "core/export/export_report.h"
#include "core/insight/cause.h"
#include "core/insight/key_frame.h"
#include "core/redact/redact.h"
#include "core/report/markdown_report.h"
#include "core/report/sarif_report.h"
#include "core/report/symbolicator_answer.h"
#include "core/report/text_report.h"
#include "core/signature/signature.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

namespace {

/// Tells whether a source could not be asked for a module that has a frame in the leading thread.
bool lacksSymbolsOfSources(const Report& report)
{
    const auto leading = insight::leadingThread(report);
    if (leading >= report.stacks.size() || !report.stacks[leading])
        return false;
    return std::ranges::any_of(report.stacks[leading]->frames, [&](const Frame& frame) {
        if (frame.status == FrameStatus::Symbolicated || !frame.module ||
            *frame.module >= report.modules.size())
            return false;
        const auto& module = report.modules[*frame.module];
        return module && (module->debugStatus == ObjectFileStatus::FetchingFailed ||
                          module->debugStatus == ObjectFileStatus::Timeout);
    });
}

void printAnswer(const Report& report, const report::JsonOptions& options, OutputFile& output)
{
    report::renderAnswer(report, options, [&](std::string_view piece) { output.write(piece); });
    output.write("\n");
}

/// The engine has signed what was symbolicated here; a server may not know signatures.
ReportPtr signedReport(const ReportPtr& report)
{
    return report->signature ? report
                             : signature::withSignature(report, *signature::makeShippedRules());
}

void printOurJson(const ReportPtr& report,
                  const SymbolicateArguments& arguments,
                  OutputFile& output)
{
    report::JsonOptions json;
    json.candidates = report::IncludeCandidates::Yes;
    json.extras = report::IncludeExtras::Yes;
    json.environment =
        arguments.environment ? report::IncludeEnvironment::Yes : report::IncludeEnvironment::No;
    report::renderJson(*report, json, [&](std::string_view piece) { output.write(piece); });
    output.write("\n");
}

void printText(const Report& report, const SymbolicateArguments& arguments, OutputFile& output)
{
    output.write(report::renderText(
        report, {.color = output.isTerminal() ? report::TextColor::Ansi : report::TextColor::Off,
                 .width = output.width(),
                 .environment = arguments.environment}));
}

/// Is the form a file for one report?
bool isOneFile(ReportFormat format)
{
    return format == ReportFormat::Html || format == ReportFormat::Bundle ||
           format == ReportFormat::Sarif;
}

/// Who sees the report: files for people are made to be handed on.
ShareWith shareOf(const SymbolicateArguments& arguments)
{
    const bool isHandedOn =
        arguments.format == ReportFormat::Html || arguments.format == ReportFormat::Bundle;
    const auto usual = isHandedOn ? ShareWith::Outside : ShareWith::Everything;
    return arguments.share.value_or(usual);
}

void printHtml(const std::string& label,
               const redact::Redaction& shown,
               const SymbolicateArguments& arguments,
               OutputFile& output)
{
    exporting::writeExport(
        shown, profileOf(shareOf(arguments)), exporting::ExportFormat::Html,
        {.environment = arguments.environment, .fileName = std::string(baseName(label))},
        [&](std::string_view piece) { output.write(piece); });
}

void printSarif(const std::string& label,
                const Report& report,
                const SymbolicateArguments& arguments,
                OutputFile& output)
{
    const bool hasName = redact::carriesFileName(profileOf(shareOf(arguments)));
    output.write(report::renderSarif(
        report, {.version = FAULTLINE_VERSION, .fileName = hasName ? label : std::string()}));
}

/// Errors: Unsupported (the report exceeds the format of archives).
Result<void> printBundle(const std::string& label,
                         const redact::Redaction& shown,
                         const ByteView& file,
                         const SymbolicateArguments& arguments,
                         OutputFile& output)
{
    const bundle::ReportBundle bundle{.report = shown.report,
                                      .profile = profileOf(shareOf(arguments)),
                                      .fileName = std::string(baseName(label)),
                                      .originalFile = file};
    return bundle::writeBundle(bundle, [&output](Bytes piece) -> Result<void> {
        output.write(asText(piece));
        return {};
    });
}

/// Errors: Unsupported (the report has no such form).
Result<void> print(const std::string& label,
                   const redact::Redaction& shown,
                   const ReportOrigin& origin,
                   const SymbolicateArguments& arguments,
                   OutputFile& output)
{
    const auto& report = shown.report;
    switch (arguments.format) {
    case ReportFormat::Json: printOurJson(report, arguments, output); return {};
    case ReportFormat::Markdown: output.write(report::renderMarkdown(*report, {})); return {};
    case ReportFormat::Html: printHtml(label, shown, arguments, output); return {};
    case ReportFormat::Bundle: return printBundle(label, shown, origin.file, arguments, output);
    case ReportFormat::Sarif: printSarif(label, *report, arguments, output); return {};
    case ReportFormat::Text: printText(*report, arguments, output); return {};
    case ReportFormat::Restored: break;
    case ReportFormat::Symbolicator: printAnswer(*report, origin.answer, output); return {};
    }
    return fail(ErrorKind::Unsupported, "this input has no such form; take --format json");
}

ExitCode exitOf(insight::CauseCode cause)
{
    using insight::CauseCode;
    switch (cause) {
    case CauseCode::Snapshot: return ExitCode::Ok;
    case CauseCode::Message:
    case CauseCode::UncaughtException:
    case CauseCode::FailedAssertion:
    case CauseCode::RustPanic:
    case CauseCode::GoPanic:
    case CauseCode::GoFatalError:
    case CauseCode::Abort:
    case CauseCode::ScriptError: return ExitCode::ProgramError;
    case CauseCode::StackOverflow: return ExitCode::StackOverflow;
    case CauseCode::OutOfMemory: return ExitCode::OutOfMemory;
    case CauseCode::Deadlock:
    case CauseCode::PossibleDeadlock:
    case CauseCode::SelfDeadlock:
    case CauseCode::HeldByGoneThread: return ExitCode::Deadlock;
    case CauseCode::ImpossibleAddress:
    case CauseCode::MisalignedAddress:
    case CauseCode::PrivilegedInstruction:
    case CauseCode::NearNull:
    case CauseCode::GuardPage:
    case CauseCode::UnloadedModule:
    case CauseCode::ReasonAddress:
    case CauseCode::Reason: return ExitCode::Fault;
    case CauseCode::DamagedFile:
    case CauseCode::Unknown: break;
    }
    return ExitCode::UnknownCause;
}

} // namespace

ExitCode exitByCause(const Report& report)
{
    return exitOf(insight::causeOf(report).code);
}

redact::Profile profileOf(ShareWith share)
{
    switch (share) {
    case ShareWith::Team: return redact::Profile::Team;
    case ShareWith::Outside: return redact::Profile::ShareOutside;
    case ShareWith::Everything: break;
    }
    return redact::Profile::Full;
}

bool canShare(const SymbolicateArguments& arguments)
{
    const bool isRestored = arguments.format == ReportFormat::Restored;
    const bool isRemote = arguments.server.has_value() &&
                          (isRestored || arguments.format == ReportFormat::Symbolicator);
    const bool sharesPart = shareOf(arguments) != ShareWith::Everything;
    if (!((isRestored || isRemote) && sharesPart) && !(isRemote && arguments.exitByCause))
        return true;
    complain({ErrorKind::Unsupported,
              "--share and --exit-by-cause need a report, of which this form is not made here; "
              "take --format text, markdown, html, sarif or json"});
    return false;
}

bool canJoin(const SymbolicateArguments& arguments)
{
    const bool areSeveral = arguments.files.size() > 1 || arguments.part == "all";
    if (isOneFile(arguments.format) && areSeveral) {
        complain({ErrorKind::Unsupported,
                  "--format html, bundle and sarif are one file for one report; name one crash "
                  "file"});
        return false;
    }
    if (arguments.format == ReportFormat::Bundle && !arguments.output) {
        complain({ErrorKind::Unsupported, "--format bundle is no text; name a file with --output"});
        return false;
    }
    return true;
}

bool hasSignature(ReportFormat format)
{
    return format == ReportFormat::Json || isOneFile(format);
}

ExitCode printReport(const std::string& label,
                     const ReportPtr& given,
                     const ReportOrigin& origin,
                     const SymbolicateArguments& arguments,
                     OutputFile& output)
{
    const auto report = hasSignature(arguments.format) ? signedReport(given) : given;
    const auto shown = redact::redact(report, profileOf(shareOf(arguments)));
    if (const auto printed = print(label, shown, origin, arguments, output); !printed) {
        complain(label, printed.error());
        if (isOneFile(arguments.format))
            output.abandon();
        return ExitCode::Unreadable;
    }
    for (const auto& removed : shown.removed)
        std::fputs(concat("faultline: ", escapeControls(label), ": left out: ", removed.where, " (",
                          redact::removedKindName(removed.kind), ", ", removed.count, ")\n")
                       .c_str(),
                   stderr);
    const auto cause = arguments.exitByCause ? exitByCause(*report) : ExitCode::Ok;
    return worse(cause, lacksSymbolsOfSources(*report) ? ExitCode::SourceFailed : ExitCode::Ok);
}

ExitCode eachCrashFile(const std::filesystem::path& path,
                       const std::optional<std::string>& part,
                       const ParseLimits& limits,
                       const std::function<ExitCode(const intake::CrashFile&)>& symbolicateOne)
{
    const auto files = chooseCrashFiles(path, part, limits);
    if (!files) {
        complain(path.string(), files.error());
        return ExitCode::Unreadable;
    }
    auto outcome = ExitCode::Ok;
    for (const auto& file : *files)
        outcome = worse(outcome, symbolicateOne(file));
    return outcome;
}

ExitCode
symbolicateEach(const SymbolicateArguments& arguments,
                OutputFile& output,
                const std::function<ExitCode(const std::filesystem::path&)>& symbolicateFile)
{
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome, symbolicateFile(file));
    return finishOutput(output, outcome);
}

} // namespace faultline::app
