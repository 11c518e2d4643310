// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/threads_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/output_file.h"
#include "app/faultline/report_output.h"
#include "core/model/report.h"
#include "core/report/threads_text.h"

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

/// Errors: Malformed (TextPattern::compile()).
Result<report::ThreadsOptions> optionsOf(const ThreadsArguments& arguments)
{
    report::ThreadsOptions options{.group = groupingOf(arguments.group), .waits = arguments.waits};
    if (!arguments.find.empty()) {
        FL_TRY(auto pattern, insight::TextPattern::compile({.text = arguments.find}));
        options.find = std::make_shared<const insight::TextPattern>(std::move(pattern));
    }
    return options;
}

void print(const Report& report,
           const ThreadsArguments& arguments,
           const report::ThreadsOptions& options,
           OutputFile& output)
{
    if (arguments.format == OutputFormat::Json)
        output.write(report::renderThreadsJson(report, options) + "\n");
    else
        output.write(report::renderThreadsText(report, options));
}

ExitCode listFile(const ThreadsArguments& arguments,
                  const report::ThreadsOptions& shown,
                  LocalEngine& engine,
                  const std::filesystem::path& path,
                  OutputFile& output)
{
    const auto listOne = [&](const intake::CrashFile& file) {
        auto crash = engine.read(path, file);
        if (!crash)
            return ExitCode::Unreadable;
        symbolicate::SymbolicateOptions asked;
        asked.moduleFiles = std::move(crash->input.options.moduleFiles);
        auto options = engine.withLocalFiles(path, std::move(asked));
        options.applySourceContext = false;
        const auto report = engine.report(*crash, options);
        if (!report)
            return ExitCode::Failed;
        print(*report, arguments, shown, output);
        return ExitCode::Ok;
    };
    return eachCrashFile(path, arguments.part, engine.limits(), listOne);
}

std::vector<std::filesystem::path> inputsOf(const ThreadsArguments& arguments)
{
    auto inputs = arguments.files;
    if (arguments.config)
        inputs.push_back(*arguments.config);
    for (const auto& module : arguments.modules)
        inputs.emplace_back(module.substr(module.find('=') + 1));
    if (arguments.program)
        inputs.push_back(parseProgram(*arguments.program).path);
    return inputs;
}

} // namespace

ExitCode run(const ThreadsArguments& arguments)
{
    const auto shown = optionsOf(arguments);
    if (!shown) {
        complain(shown.error());
        return ExitCode::Usage;
    }
    auto output = OutputFile::open(arguments.output, inputsOf(arguments));
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    auto setting = localSetting(arguments.config, arguments.offline, arguments.symbols,
                                arguments.modules, arguments.program);
    if (!setting)
        return ExitCode::Usage;
    LocalEngine engine(*std::move(setting));
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files)
        outcome = worse(outcome, listFile(arguments, *shown, engine, file, *output));
    return finishOutput(*output, outcome);
}

} // namespace faultline::app
