// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbolicate_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/jvm_text_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/output_file.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/remote_server.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/remote_run.h"
#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/insight/key_frame.h"
#include "core/model/report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"

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

void print(const Report& report,
           const SymbolicateArguments& arguments,
           report::JsonOptions json,
           OutputFile& output)
{
    switch (arguments.format) {
    case OutputFormat::Json:
        json.candidates = report::IncludeCandidates::Yes;
        json.extras = report::IncludeExtras::Yes;
        json.environment = arguments.environment ? report::IncludeEnvironment::Yes
                                                 : report::IncludeEnvironment::No;
        report::renderJson(report, json, [&](std::string_view piece) { output.write(piece); });
        output.write("\n");
        return;
    case OutputFormat::Markdown: output.write(report::renderMarkdown(report, {})); return;
    case OutputFormat::Text:
        output.write(report::renderText(
            report,
            {.color = output.isTerminal() ? report::TextColor::Ansi : report::TextColor::Off,
             .width = output.width(),
             .environment = arguments.environment}));
        return;
    }
}

template <class SymbolicateOne>
ExitCode eachCrashFile(const std::filesystem::path& path,
                       const std::optional<std::string>& part,
                       const ParseLimits& limits,
                       SymbolicateOne symbolicateOne)
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
        return eachCrashFile(path, m_arguments.part, m_limits, [&](const engine::CrashFile& file) {
            return symbolicateOne(path, file, output);
        });
    }

private:
    ExitCode symbolicateOne(const std::filesystem::path& path,
                            const engine::CrashFile& file,
                            OutputFile& output)
    {
        const auto label = crashFileLabel(path, file);
        const auto content = file.open();
        if (content && m_arguments.format != OutputFormat::Json &&
            jvmtext::looksLikeJvmText(content->bytes.text()))
            return symbolicateText(label, content->bytes, localOptions(path, {}), output);
        auto input = readCrashInput(file, m_limits);
        if (!input) {
            complain(label, input.error());
            return ExitCode::Unreadable;
        }
        warnOfUnknownModules(label, *input->event, m_moduleFiles);
        const auto options = localOptions(path, std::move(input->options));
        const auto report = m_engine.run(input->event, options, {});
        m_progress.clear();
        if (!report) {
            complain(label, report.error());
            return ExitCode::Failed;
        }
        print(**report, m_arguments, input->answer, output);
        return lacksSymbolsOfSources(**report) ? ExitCode::SourceFailed : ExitCode::Ok;
    }

    /// Adds the files of this machine, which only local users may read.
    symbolicate::SymbolicateOptions localOptions(const std::filesystem::path& path,
                                                 symbolicate::SymbolicateOptions options) const
    {
        options.moduleFiles = m_moduleFiles;
        options.useLocalSources = true;
        options.useLocalFiles = true;
        options.crashFileFolder = std::filesystem::absolute(path).parent_path().string();
        return options;
    }

    ExitCode symbolicateText(const std::string& label,
                             const ByteView& bytes,
                             symbolicate::SymbolicateOptions options,
                             OutputFile& output)
    {
        const auto rendered =
            symbolicateJvmText(m_engine, bytes, std::move(options), m_arguments.format);
        m_progress.clear();
        if (!rendered) {
            complain(label, rendered.error());
            return ExitCode::Failed;
        }
        for (const auto& warning : rendered->warnings)
            std::fputs(concat("faultline: ", label, ": ", escapeControls(warning), "\n").c_str(),
                       stderr);
        output.write(rendered->text);
        return ExitCode::Ok;
    }

    const SymbolicateArguments& m_arguments;
    std::vector<symbolicate::ModuleFile> m_moduleFiles;
    ParseLimits m_limits;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
};

template <class SymbolicateFile>
ExitCode symbolicateEach(const SymbolicateArguments& arguments,
                         OutputFile& output,
                         SymbolicateFile symbolicateFile)
{
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome, symbolicateFile(file));
    return finishOutput(output, outcome);
}

/// Returns the bytes to upload for a crash file. Symbolicator accepts only unpacked files. Cores
/// stay packed: Symbolicator does not accept them at all, and unpacked most exceed a server's size
/// limit.
Result<ByteView> uploadOf(const std::filesystem::path& path, const engine::CrashFile& file)
{
    FL_TRY(auto content, file.open());
    const bool isWholeFile = file.name.empty();
    if (isWholeFile && corefile::isCoreFile(content.bytes.span()))
        return mapForeignFile(path);
    return std::move(content.bytes);
}

ExitCode exitCodeOf(ErrorKind kind)
{
    const auto broad = broadKind(kind);
    return broad == ErrorKind::NotFound || broad == ErrorKind::Malformed ||
                   broad == ErrorKind::Unsupported
               ? ExitCode::Unreadable
               : ExitCode::SourceFailed;
}

/// Has a Faultline server make the whole report of a file that is read here too.
ExitCode reportRemotely(engine::RemoteRun& server,
                        const std::string& label,
                        const ByteView& file,
                        const SymbolicateArguments& arguments,
                        OutputFile& output)
{
    const auto event = engine::Engine::readEvent(file, {});
    const auto report =
        event ? server.symbolicate(file, *event, {}) : std::unexpected(event.error());
    if (!report) {
        complain(label, report.error());
        return exitCodeOf(report.error().kind);
    }
    print(**report, arguments, {}, output);
    return lacksSymbolsOfSources(**report) ? ExitCode::SourceFailed : ExitCode::Ok;
}

/// Symbolicator's routes for crash files take native ones only.
bool needsWholeReport(const ByteView& file)
{
    const auto* reader = crash::findCrashReader(file.span());
    if (reader != nullptr && reader->rank == crash::CrashReader::Rank::CrashFile)
        return false;
    const auto event = engine::Engine::readEvent(file, {});
    return event && !(*event)->isNative();
}

ExitCode symbolicateOneRemotely(RemoteServer& server,
                                engine::RemoteRun& wholeReports,
                                const SymbolicateArguments& arguments,
                                const std::filesystem::path& path,
                                const engine::CrashFile& file,
                                OutputFile& output)
{
    const auto upload = uploadOf(path, file);
    if (upload && (arguments.format != OutputFormat::Json || needsWholeReport(*upload)))
        return reportRemotely(wholeReports, crashFileLabel(path, file), *upload, arguments, output);
    const auto answer = upload ? server.symbolicate(*upload) : std::unexpected(upload.error());
    if (!answer) {
        complain(crashFileLabel(path, file), answer.error());
        return exitCodeOf(answer.error().kind);
    }
    output.write(*answer);
    output.write("\n");
    return ExitCode::Ok;
}

ExitCode symbolicateRemotely(const SymbolicateArguments& arguments,
                             const std::string& url,
                             OutputFile& output)
{
    const auto config = loadUserSettings(arguments.config);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    auto token = readSecret(arguments.tokenFile, "FAULTLINE_SERVER_TOKEN");
    if (!token) {
        complain(token.error());
        return ExitCode::Usage;
    }
    engine::RemoteRun wholeReports({.url = url, .token = *token}, config->engine.transport,
                                   config->engine.limits);
    RemoteServer server(url, *std::move(token), config->engine.transport);
    return symbolicateEach(arguments, output, [&](const std::filesystem::path& path) {
        return eachCrashFile(path, arguments.part, {}, [&](const engine::CrashFile& file) {
            return symbolicateOneRemotely(server, wholeReports, arguments, path, file, output);
        });
    });
}

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
        std::fputs(concat("faultline: --symbols: ", added.error().detail, "\n").c_str(), stderr);
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
