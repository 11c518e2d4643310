// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/threads_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/output_file.h"
#include "app/faultline/progress_line.h"
#include "app/faultline/report_output.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/report/threads_text.h"

#include <cstdio>

namespace faultline::app {

namespace {

std::optional<insight::ThreadGrouping> groupingOf(GroupBy group)
{
    switch (group) {
    case GroupBy::State: return insight::ThreadGrouping::State;
    case GroupBy::Stack: return insight::ThreadGrouping::Stack;
    case GroupBy::Name: return insight::ThreadGrouping::Name;
    case GroupBy::Nothing: break;
    }
    return std::nullopt;
}

/// Lists all files with one engine, so that they share its caches.
class ThreadLists
{
public:
    ThreadLists(const ThreadsArguments& arguments,
                const config::ServiceConfig& config,
                std::vector<symbolicate::ModuleFile> moduleFiles)
        : m_arguments(arguments), m_moduleFiles(std::move(moduleFiles)),
          m_limits(config.engine.limits), m_log(makeConsoleLog(config.logging)),
          m_engine(config.engine, *m_log, [this](const engine::Notice& notice) {
              m_progress.show(notice);
          })
    {
    }

    ExitCode listFile(const std::filesystem::path& path, OutputFile& output)
    {
        return eachCrashFile(path, m_arguments.part, m_limits, [&](const intake::CrashFile& file) {
            return listOne(path, file, output);
        });
    }

private:
    ExitCode
    listOne(const std::filesystem::path& path, const intake::CrashFile& file, OutputFile& output)
    {
        const auto label = crashFileLabel(path, file);
        const auto content = file.open();
        auto input = content ? intake::readInput(*content, m_limits, intake::openPolicy())
                             : std::unexpected(content.error());
        if (!input) {
            complain(label, input.error());
            return ExitCode::Unreadable;
        }
        warnOfUnknownModules(label, *input->event, m_moduleFiles);
        const auto report = m_engine.run(input->event, optionsFor(path), {});
        m_progress.clear();
        if (!report) {
            complain(label, report.error());
            return ExitCode::Failed;
        }
        print(**report, output);
        return ExitCode::Ok;
    }

    symbolicate::SymbolicateOptions optionsFor(const std::filesystem::path& path) const
    {
        symbolicate::SymbolicateOptions options;
        options.moduleFiles = m_moduleFiles;
        options.applySourceContext = false;
        allowLocalFiles(options, path);
        return options;
    }

    void print(const Report& report, OutputFile& output) const
    {
        const report::ThreadsOptions options{.group = groupingOf(m_arguments.group),
                                             .waits = m_arguments.waits,
                                             .find = m_arguments.find};
        if (m_arguments.format == OutputFormat::Json)
            output.write(report::renderThreadsJson(report, options) + "\n");
        else
            output.write(report::renderThreadsText(report, options));
    }

    const ThreadsArguments& m_arguments;
    std::vector<symbolicate::ModuleFile> m_moduleFiles;
    ParseLimits m_limits;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
};

std::vector<std::filesystem::path> inputsOf(const ThreadsArguments& arguments)
{
    auto inputs = arguments.files;
    if (arguments.config)
        inputs.push_back(*arguments.config);
    for (const auto& module : arguments.modules)
        inputs.emplace_back(module.substr(module.find('=') + 1));
    return inputs;
}

ExitCode wrongUsage(const Error& error)
{
    complain(error);
    return ExitCode::Usage;
}

} // namespace

ExitCode run(const ThreadsArguments& arguments)
{
    auto output = OutputFile::open(arguments.output, inputsOf(arguments));
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    auto config = loadUserSettings(arguments.config);
    if (!config)
        return wrongUsage(config.error());
    showRemarks(*config);
    config->engine.offline = config->engine.offline || arguments.offline;
    if (const auto added = addSymbolSources(arguments.symbols, config->engine); !added)
        return wrongUsage(added.error());
    auto moduleFiles = parseModuleFiles(arguments.modules);
    if (!moduleFiles)
        return wrongUsage(moduleFiles.error());
    ThreadLists lists(arguments, *config, *std::move(moduleFiles));
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome, lists.listFile(file, *output));
    return finishOutput(*output, outcome);
}

} // namespace faultline::app
