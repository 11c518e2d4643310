// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbolicate_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/output_file.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/remote_symbolication.h"
#include "app/faultline/report_output.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
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

/// Symbolicates in this process, with one engine for all files, so that they share its caches.
class LocalSymbolication
{
public:
    LocalSymbolication(const SymbolicateArguments& arguments,
                       const config::ServiceConfig& config,
                       std::vector<symbolicate::ModuleFile> moduleFiles)
        : m_arguments(arguments), m_moduleFiles(std::move(moduleFiles)),
          m_limits(config.engine.limits), m_log(makeConsoleLog(config.logging)),
          m_engine(config.engine, *m_log, [this](const engine::Notice& notice) {
              m_progress.show(notice);
          })
    {
    }

    ExitCode symbolicateFile(const std::filesystem::path& path, OutputFile& output)
    {
        return eachCrashFile(path, m_arguments.part, m_limits, [&](const intake::CrashFile& file) {
            return symbolicateOne(path, file, output);
        });
    }

private:
    ExitCode symbolicateOne(const std::filesystem::path& path,
                            const intake::CrashFile& file,
                            OutputFile& output)
    {
        const auto label = crashFileLabel(path, file);
        const auto content = file.open();
        auto input = content ? intake::readInput(*content, m_limits, intake::openPolicy())
                             : std::unexpected(content.error());
        if (!input) {
            complain(label, input.error());
            return ExitCode::Unreadable;
        }
        if (input->form != intake::InputForm::Request)
            input->answer.candidates = report::IncludeCandidates::Yes;
        warnOfUnknownModules(label, *input->event, m_moduleFiles);
        auto options = localOptions(path, std::move(input->options));
        if (m_arguments.format == ReportFormat::Symbolicator)
            options.answer = answerStyle(input->answer);
        if (m_arguments.format == ReportFormat::Restored)
            return restoreText(label, content->bytes, options, output);
        const auto report = m_engine.run(input->event, options, {});
        m_progress.clear();
        if (!report) {
            complain(label, report.error());
            return ExitCode::Failed;
        }
        return printReport(label, *report, input->answer, m_arguments, output);
    }

    /// Adds the files of this machine, which only local users may read.
    symbolicate::SymbolicateOptions localOptions(const std::filesystem::path& path,
                                                 symbolicate::SymbolicateOptions options) const
    {
        options.moduleFiles = m_moduleFiles;
        allowLocalFiles(options, path);
        return options;
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
        const auto report = m_engine.run(text->event(), options, {});
        m_progress.clear();
        if (!report) {
            complain(label, report.error());
            return ExitCode::Failed;
        }
        warnOfUnusedMappings(label, **report);
        output.write(text->restored(**report));
        return ExitCode::Ok;
    }

    const SymbolicateArguments& m_arguments;
    std::vector<symbolicate::ModuleFile> m_moduleFiles;
    ParseLimits m_limits;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
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
    return inputs;
}

} // namespace

ExitCode run(const SymbolicateArguments& arguments)
{
    if (!canShare(arguments))
        return ExitCode::Usage;
    auto output = OutputFile::open(arguments.output, inputsOf(arguments));
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    if (arguments.server)
        return symbolicateRemotely(arguments, *arguments.server, *output);
    auto config = loadUserSettings(arguments.config);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    showRemarks(*config);
    config->engine.offline = config->engine.offline || arguments.offline;
    if (const auto added = addSymbolSources(arguments.symbols, config->engine); !added) {
        std::fputs(
            concat("faultline: --symbols: ", escapeControls(added.error().detail), "\n").c_str(),
            stderr);
        return ExitCode::Usage;
    }
    auto moduleFiles = parseModuleFiles(arguments.modules);
    if (!moduleFiles) {
        complain(moduleFiles.error());
        return ExitCode::Usage;
    }
    LocalSymbolication local(arguments, *config, *std::move(moduleFiles));
    return symbolicateEach(arguments, *output, [&](const std::filesystem::path& file) {
        return local.symbolicateFile(file, *output);
    });
}

} // namespace faultline::app
