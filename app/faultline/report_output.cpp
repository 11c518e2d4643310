// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/report_output.h"

#include "app/faultline/command_support.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/redact/redact.h"
#include "core/report/markdown_report.h"
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

void printOurJson(const ReportPtr& given, const SymbolicateArguments& arguments, OutputFile& output)
{
    // The engine has signed what was symbolicated here; a server may not know signatures.
    const auto report =
        given->signature ? given : signature::withSignature(given, *signature::makeShippedRules());
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

/// Errors: Unsupported (the report has no such form).
Result<void> print(const ReportPtr& report,
                   const report::JsonOptions& answer,
                   const SymbolicateArguments& arguments,
                   OutputFile& output)
{
    switch (arguments.format) {
    case ReportFormat::Json: printOurJson(report, arguments, output); return {};
    case ReportFormat::Markdown: output.write(report::renderMarkdown(*report, {})); return {};
    case ReportFormat::Text: printText(*report, arguments, output); return {};
    case ReportFormat::Restored: break;
    case ReportFormat::Symbolicator: printAnswer(*report, answer, output); return {};
    }
    return fail(ErrorKind::Unsupported, "this input has no such form; take --format json");
}

} // namespace

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
    const bool isRaw =
        arguments.format == ReportFormat::Restored ||
        (arguments.format == ReportFormat::Symbolicator && arguments.server.has_value());
    if (arguments.share == ShareWith::Everything || !isRaw)
        return true;
    complain({ErrorKind::Unsupported, "--share cannot hold to this form, which is not made from a "
                                      "report here; take --format text, markdown or json"});
    return false;
}

ExitCode printReport(const std::string& label,
                     const ReportPtr& report,
                     const report::JsonOptions& answer,
                     const SymbolicateArguments& arguments,
                     OutputFile& output)
{
    const auto shown = redact::redact(report, profileOf(arguments.share));
    if (const auto printed = print(shown.report, answer, arguments, output); !printed) {
        complain(label, printed.error());
        return ExitCode::Unreadable;
    }
    for (const auto& removed : shown.removed)
        std::fputs(concat("faultline: ", escapeControls(label), ": left out: ", removed.where, " (",
                          redact::removedKindName(removed.kind), ", ", removed.count, ")\n")
                       .c_str(),
                   stderr);
    return lacksSymbolsOfSources(*report) ? ExitCode::SourceFailed : ExitCode::Ok;
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
