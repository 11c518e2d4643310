// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/stackwalk_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/report/candidate_text.h"
#include "core/report/module_text.h"
#include "core/report/pretty_json.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/stream_dump.h"
#include "core/report/walk_text.h"
#include "core/tools/kept_file.h"

#include <cstdio>
#include <map>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxEvidenceBytes = 16 << 20;

LogLevel logLevelOf(const std::string& name)
{
    static const std::map<std::string, LogLevel> kLevels{
        {"off", LogLevel::Off},   {"error", LogLevel::Error}, {"warn", LogLevel::Warning},
        {"info", LogLevel::Info}, {"debug", LogLevel::Debug}, {"trace", LogLevel::Trace}};
    const auto found = kLevels.find(name);
    return found != kLevels.end() ? found->second : LogLevel::Error;
}

/// Applies the command line to the user's settings. Errors: those of the named sources.
Result<void> adapt(config::ServiceConfig& config, const StackwalkArguments& arguments)
{
    config.logging.level = logLevelOf(arguments.verbose);
    if (!arguments.color && config.logging.format != config::LogFormat::Json)
        config.logging.format = config::LogFormat::Simplified;
    config.engine.offline = config.engine.offline || arguments.offline;
    if (arguments.symbolsCache)
        config.engine.cacheDir = arguments.symbolsCache;
    if (arguments.downloadTimeoutSeconds)
        config.engine.maxDownloadTimeout = std::chrono::seconds(*arguments.downloadTimeoutSeconds);
    return addSymbolSources(arguments.symbols, config.engine);
}

std::vector<std::filesystem::path> inputsOf(const StackwalkArguments& arguments)
{
    auto inputs = arguments.files;
    for (const auto& file : {arguments.config, arguments.evidence}) {
        if (file)
            inputs.push_back(*file);
    }
    for (const auto& module : arguments.modules)
        inputs.emplace_back(module.substr(module.find('=') + 1));
    if (arguments.program)
        inputs.push_back(parseProgram(*arguments.program).path);
    return inputs;
}

Result<std::unique_ptr<LogSink>> makeLog(const config::LoggingConfig& config,
                                         const StackwalkArguments& arguments)
{
    if (!arguments.logFile)
        return makeConsoleLog(config);
    FL_CHECK(checkIsNoInput(*arguments.logFile, inputsOf(arguments)));
    return makeFileLog(config, *arguments.logFile);
}

/// The text and the JSON of --cyborg would replace each other.
Result<void> checkOutputs(const StackwalkArguments& arguments)
{
    if (!arguments.output || !arguments.cyborg || isStream(*arguments.output))
        return {};
    std::error_code ignored;
    if (std::filesystem::weakly_canonical(*arguments.output, ignored) ==
        std::filesystem::weakly_canonical(*arguments.cyborg, ignored))
        return fail(ErrorKind::Unsupported, "--output and --cyborg name the same file");
    return {};
}

Result<report::StackwalkEvidence> readEvidence(const std::optional<std::filesystem::path>& file)
{
    if (!file)
        return report::StackwalkEvidence();
    FL_TRY(const auto bytes, readFile(*file, kMaxEvidenceBytes));
    return report::parseStackwalkEvidence(bytes.text());
}

/// Accepts folders of symbols as plain arguments after the dump, like minidump-stackwalk.
StackwalkArguments withFoldersAsSymbols(StackwalkArguments arguments)
{
    std::vector<std::filesystem::path> files;
    for (auto& file : arguments.files) {
        std::error_code ignored;
        if (!files.empty() && std::filesystem::is_directory(file, ignored))
            arguments.symbols.push_back(file.string());
        else
            files.push_back(std::move(file));
    }
    arguments.files = std::move(files);
    return arguments;
}

/// Walks all files with one engine, so that they share its caches.
class Stackwalk
{
public:
    Stackwalk(const StackwalkArguments& arguments,
              const config::ServiceConfig& config,
              report::StackwalkEvidence evidence,
              std::vector<symbolicate::ModuleFile> moduleFiles,
              std::unique_ptr<LogSink> log)
        : m_arguments(arguments), m_evidence(std::move(evidence)),
          m_moduleFiles(std::move(moduleFiles)),
          m_program(arguments.program ? std::optional(parseProgram(*arguments.program))
                                      : std::nullopt),
          m_limits(config.engine.limits), m_log(std::move(log)),
          m_engine(
              config.engine, *m_log, [this](const engine::Notice& notice) { showProgress(notice); })
    {
    }

    ExitCode walk(const std::filesystem::path& path, OutputFile& output, OutputFile* cyborg)
    {
        const auto files = chooseCrashFiles(path, m_arguments.part, m_limits);
        if (!files) {
            complain(path.string(), files.error());
            return ExitCode::Unreadable;
        }
        auto outcome = ExitCode::Ok;
        for (const auto& file : *files)
            outcome = worse(outcome, walkOne(path, file, output, cyborg));
        return outcome;
    }

private:
    void showProgress(const engine::Notice& notice)
    {
        if (m_arguments.interactive)
            m_progress.show(notice);
    }

    ExitCode walkOne(const std::filesystem::path& path,
                     const intake::CrashFile& file,
                     OutputFile& output,
                     OutputFile* cyborg)
    {
        const auto label = crashFileLabel(path, file);
        auto event = readEvent(file);
        if (!event) {
            complain(label, event.error());
            return ExitCode::Unreadable;
        }
        if (m_arguments.format == StackwalkFormat::Dump) {
            report::dumpStreams(**event, [&](std::string_view text) { output.write(text); });
            return ExitCode::Ok;
        }
        symbolicate::SymbolicateOptions options;
        if (const auto named = addProgram(m_program, m_limits, *event, options.moduleFiles);
            !named) {
            complain(label, named.error());
            return ExitCode::Unreadable;
        }
        warnOfUnknownModules(label, **event, m_moduleFiles);
        options.moduleFiles.insert(options.moduleFiles.end(), m_moduleFiles.begin(),
                                   m_moduleFiles.end());
        options.applySourceContext = false;
        options.useLocalFiles = m_arguments.useLocalFiles;
        if (m_arguments.useLocalFiles)
            options.crashFileFolder = std::filesystem::absolute(path).parent_path().string();
        if (m_arguments.explainWalk)
            return explain(label, *std::move(event), options, output);
        const auto report = m_engine.run(*std::move(event), options, {});
        m_progress.clear();
        if (!report) {
            complain(label, report.error());
            return ExitCode::Failed;
        }
        if (m_arguments.format == StackwalkFormat::Machine)
            warnOfWrongBuilds(label, **report);
        write(**report, output);
        if (cyborg != nullptr)
            writeJson(**report, *cyborg);
        return ExitCode::Ok;
    }

    ExitCode explain(const std::string& label,
                     EventPtr event,
                     const symbolicate::SymbolicateOptions& options,
                     OutputFile& output)
    {
        std::optional<std::uint32_t> thread;
        if (m_arguments.thread)
            thread = static_cast<std::uint32_t>(*m_arguments.thread);
        const auto explained = m_engine.explainWalk(std::move(event), options, thread, {});
        m_progress.clear();
        if (!explained) {
            complain(label, explained.error());
            return explained.error().kind == ErrorKind::NotFound ? ExitCode::Usage
                                                                 : ExitCode::Failed;
        }
        const auto& [report, trace] = *explained;
        if (m_arguments.format != StackwalkFormat::Json) {
            output.write(report::renderWalkText(*report, trace));
            return ExitCode::Ok;
        }
        const auto json = report::renderWalkJson(*report, trace);
        output.write(m_arguments.pretty ? report::prettyJson(json) : json);
        output.write("\n");
        return ExitCode::Ok;
    }

    /// Warns on standard error, because the format for programs has no field for it.
    static void warnOfWrongBuilds(const std::string& label, const Report& report)
    {
        for (const auto& module : report.modules) {
            if (module && module->wrongBuild)
                std::fprintf(stderr, "faultline: %s: symbols of %s are of a %s\n",
                             escapeControls(label).c_str(),
                             escapeControls(report::moduleName(module->module)).c_str(),
                             escapeControls(report::wrongBuildWords(*module->wrongBuild)).c_str());
        }
    }

    Result<EventPtr> readEvent(const intake::CrashFile& file) const
    {
        FL_TRY(auto content, file.open());
        FL_TRY(auto event, intake::readEvent(std::move(content), m_limits));
        if (event->kind != EventKind::Minidump && event->kind != EventKind::CoreFile)
            return fail(ErrorKind::Unsupported, "this kind of report has no stacks to walk; use "
                                                "faultline symbolicate");
        return event;
    }

    void write(const Report& report, OutputFile& output) const
    {
        const report::StackwalkTextOptions options{.brief = m_arguments.brief,
                                                   .recoverArguments = m_arguments.recoverArguments,
                                                   .onlyThread = m_arguments.thread};
        switch (m_arguments.format) {
        case StackwalkFormat::Human:
            output.write(report::renderStackwalkText(report, options, m_evidence));
            return;
        case StackwalkFormat::Json: writeJson(report, output); return;
        case StackwalkFormat::Machine:
            output.write(report::renderStackwalkMachine(report, options));
            return;
        case StackwalkFormat::Dump: return; // This format needs no report; see walkOne().
        }
    }

    void writeJson(const Report& report, OutputFile& output) const
    {
        const auto json = report::renderStackwalkJson(report, m_evidence);
        output.write(m_arguments.pretty ? report::prettyJson(json) : json);
        output.write("\n");
    }

    const StackwalkArguments& m_arguments;
    report::StackwalkEvidence m_evidence;
    std::vector<symbolicate::ModuleFile> m_moduleFiles;
    const std::optional<intake::ProgramFile> m_program;
    ParseLimits m_limits;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
};

ExitCode walkEach(const StackwalkArguments& arguments,
                  Stackwalk& stackwalk,
                  OutputFile& output,
                  OutputFile* cyborg)
{
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome, stackwalk.walk(file, output, cyborg));
    if (cyborg != nullptr)
        outcome = finishOutput(*cyborg, outcome);
    return finishOutput(output, outcome);
}

Result<config::ServiceConfig> settingsOf(const StackwalkArguments& arguments)
{
    FL_TRY(auto config, loadUserSettings(arguments.config));
    FL_CHECK(adapt(config, arguments));
    return config;
}

} // namespace

ExitCode run(const StackwalkArguments& given)
{
    const auto arguments = withFoldersAsSymbols(given);
    const auto config = settingsOf(arguments);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    showRemarks(*config);
    auto evidence = readEvidence(arguments.evidence);
    if (!evidence) {
        complain(arguments.evidence->string(), evidence.error());
        return ExitCode::Usage;
    }
    auto moduleFiles = parseModuleFiles(arguments.modules);
    if (!moduleFiles) {
        complain(moduleFiles.error());
        return ExitCode::Usage;
    }
    if (const auto checked = checkOutputs(arguments); !checked) {
        complain(checked.error());
        return ExitCode::Usage;
    }
    auto log = makeLog(config->logging, arguments);
    if (!log) {
        complain(log.error());
        return ExitCode::Failed;
    }
    auto output = OutputFile::open(arguments.output, inputsOf(arguments));
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    Stackwalk stackwalk(arguments, *config, *std::move(evidence), *std::move(moduleFiles),
                        *std::move(log));
    if (!arguments.cyborg)
        return walkEach(arguments, stackwalk, *output, nullptr);
    auto cyborg = OutputFile::open(arguments.cyborg, inputsOf(arguments));
    if (!cyborg) {
        complain(cyborg.error());
        return ExitCode::Failed;
    }
    return walkEach(arguments, stackwalk, *output, &*cyborg);
}

} // namespace faultline::app
