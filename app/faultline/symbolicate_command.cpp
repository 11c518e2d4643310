// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbolicate_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/output_file.h"
#include "app/faultline/remote_symbolication.h"
#include "app/faultline/report_output.h"
#include "core/base/text.h"
#include "core/intake/read_event.h"
#include "core/intake/trace_text.h"
#include "core/model/report.h"
#include "core/report/candidate_text.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

namespace {

/// Our facts exist only in the best answer.
symbolicate::AnswerStyle answerStyle(const report::JsonOptions& answer)
{
    return answer.extras == report::IncludeExtras::Yes ? symbolicate::AnswerStyle::Best
                                                       : symbolicate::AnswerStyle::Compatible;
}

/// The restored text itself has no place for what was found but is not used.
void warnOfUnusedMappings(const std::string& label, const Report& report)
{
    for (const auto& module : report.modules) {
        for (const auto& candidate : module->candidates) {
            const bool isUsed = candidate.debug && candidate.debug->status == UseStatus::Ok;
            const bool isEmptyPlace = std::ranges::find(candidate.skips, SkipReason::NoMapping,
                                                        &Skip::reason) != candidate.skips.end();
            if (isUsed || isEmptyPlace || candidate.location.empty())
                continue;
            const auto words = candidate.skips.empty() ? report::outcomeWords(candidate.outcome)
                                                       : report::skipWords(candidate);
            std::fputs(concat("faultline: ", label, ": ",
                              escapeControls(concat(candidate.location, ": ", words)), "\n")
                           .c_str(),
                       stderr);
        }
    }
}

/// Symbolicates the files in this process.
class LocalSymbolication
{
public:
    LocalSymbolication(const SymbolicateArguments& arguments, LocalSetting setting)
        : m_arguments(arguments), m_engine(std::move(setting))
    {
    }

    ExitCode symbolicateFile(const std::filesystem::path& path, OutputFile& output)
    {
        return eachCrashFile(
            path, m_arguments.part, m_engine.limits(),
            [&](const intake::CrashFile& file) { return symbolicateOne(path, file, output); });
    }

private:
    ExitCode symbolicateOne(const std::filesystem::path& path,
                            const intake::CrashFile& file,
                            OutputFile& output)
    {
        auto crash = m_engine.read(path, file);
        if (!crash)
            return ExitCode::Unreadable;
        auto& input = crash->input;
        if (input.form != intake::InputForm::Request)
            input.answer.candidates = report::IncludeCandidates::Yes;
        auto options = m_engine.withLocalFiles(path, std::move(input.options));
        options.variables.frames = m_arguments.locals.value_or(0);
        if (m_arguments.format == ReportFormat::Symbolicator)
            options.answer = answerStyle(input.answer);
        options.wantsSignature = hasSignature(m_arguments.format);
        if (m_arguments.format == ReportFormat::Restored)
            return restoreText(crash->label, crash->bytes, options, output);
        const auto report = m_engine.report(*crash, options);
        if (!report)
            return ExitCode::Failed;
        // A bundle has no crash file to carry on.
        const ReportOrigin origin{.answer = input.answer,
                                  .file = crash->stored ? ByteView() : crash->bytes};
        return printReport(crash->label, report, origin, m_arguments, output);
    }

    ExitCode restoreText(const std::string& label,
                         const ByteView& bytes,
                         const symbolicate::SymbolicateOptions& options,
                         OutputFile& output)
    {
        const auto text = intake::TraceText::open(bytes);
        if (!text) {
            complain(label, text.error());
            return text.error().kind == ErrorKind::Unsupported ? ExitCode::Unreadable
                                                               : ExitCode::Failed;
        }
        const auto report = m_engine.run(label, text->event(), options);
        if (!report)
            return ExitCode::Failed;
        warnOfUnusedMappings(label, *report);
        output.write(text->restored(*report));
        return m_arguments.exitByCause ? exitByCause(*report) : ExitCode::Ok;
    }

    const SymbolicateArguments& m_arguments;
    LocalEngine m_engine;
};

std::vector<std::filesystem::path> inputsOf(const SymbolicateArguments& arguments)
{
    auto inputs = arguments.files;
    for (const auto& file : {arguments.config, arguments.tokenFile}) {
        if (file)
            inputs.push_back(*file);
    }
    for (const auto& module : arguments.modules)
        inputs.emplace_back(module.substr(module.find('=') + 1));
    if (arguments.program)
        inputs.push_back(parseProgram(*arguments.program).path);
    return inputs;
}

} // namespace

ExitCode run(const SymbolicateArguments& arguments)
{
    if (!canShare(arguments) || !canJoin(arguments))
        return ExitCode::Usage;
    auto output = OutputFile::open(arguments.output, inputsOf(arguments));
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    if (arguments.server)
        return symbolicateRemotely(arguments, *arguments.server, *output);
    auto setting = localSetting(arguments.config, arguments.offline, arguments.symbols,
                                arguments.modules, arguments.program);
    if (!setting)
        return ExitCode::Usage;
    LocalSymbolication local(arguments, *std::move(setting));
    return symbolicateEach(arguments, *output, [&](const std::filesystem::path& file) {
        return local.symbolicateFile(file, *output);
    });
}

} // namespace faultline::app
