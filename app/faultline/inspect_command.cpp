// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/inspect_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/insight/key_frame.h"
#include "core/model/report.h"
#include "core/report/detail_json.h"
#include "core/report/variable_text.h"

#include <cstdio>

namespace faultline::app {

namespace {

Result<ReportPtr> symbolicated(const InspectArguments& arguments,
                               const config::ServiceConfig& config,
                               std::vector<symbolicate::ModuleFile> moduleFiles)
{
    FL_TRY(const auto files,
           chooseCrashFiles(arguments.file, arguments.part, config.engine.limits));
    if (files.size() != 1)
        return fail(ErrorKind::Unsupported, files.size(), " crash files; choose one with --part");
    FL_TRY(const auto content, files.front().open());
    FL_TRY(auto input, intake::readInput(content, config.engine.limits, intake::openPolicy()));
    warnOfUnknownModules(arguments.file.string(), *input.event, moduleFiles);
    auto options = std::move(input.options);
    options.moduleFiles = std::move(moduleFiles);
    options.useLocalFiles = true;
    options.applySourceContext = false;
    options.crashFileFolder = std::filesystem::absolute(arguments.file).parent_path().string();
    options.variables = {.frames = 1,
                         .thread = arguments.thread,
                         .onlyRow = arguments.frame,
                         .expression = arguments.expression,
                         .depth = arguments.depth,
                         .items = arguments.items};
    const auto log = makeConsoleLog(config.logging);
    engine::Engine engine(config.engine, *log, {});
    return engine.run(input.event, options, {});
}

/// Why nothing can be evaluated in the frame. Errors: NotFound.
Result<void> checkFrame(const Report& report, const InspectArguments& arguments)
{
    const auto thread =
        arguments.thread.value_or(static_cast<std::uint32_t>(insight::leadingThread(report)));
    if (thread >= report.stacks.size() || !report.stacks[thread])
        return fail(ErrorKind::NotFound, "there is no thread ", thread);
    const auto rows = report.stacks[thread]->frames.size();
    if (arguments.frame >= rows)
        return fail(ErrorKind::NotFound, "there is no frame ", arguments.frame, "; the stack has ",
                    rows);
    if (!report.variables || report.variables->state == DetailState::NoMemory)
        return fail(ErrorKind::NotFound, "the crash file has no memory");
    if (report.variables->frames.empty())
        return fail(ErrorKind::NotFound, "no debug info describes frame ", arguments.frame);
    return {};
}

void print(const ReportVariables& found, OutputFormat format)
{
    if (format == OutputFormat::Json) {
        std::string text;
        json::JsonWriter json(text);
        json.beginObject();
        report::writeVariables(json, found);
        json.endObject();
        std::fprintf(stdout, "%s\n", text.c_str());
        return;
    }
    for (const auto& frame : found.frames)
        report::writeVariableLines(
            frame, [](const std::string& line) { std::fprintf(stdout, "%s\n", line.c_str()); });
}

/// An expression that names nothing is the caller's mistake.
ExitCode outcomeOf(const ReportVariables& found)
{
    const auto& variable = found.frames.front().variables.front();
    const bool isRefused = variable.type.empty() && variable.state != ValueState::Known;
    return isRefused ? ExitCode::Usage : ExitCode::Ok;
}

} // namespace

ExitCode run(const InspectArguments& arguments)
{
    auto config = loadUserSettings(arguments.config);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    showRemarks(*config);
    config->engine.offline = config->engine.offline || arguments.offline;
    auto moduleFiles = parseModuleFiles(arguments.modules);
    const auto added = addSymbolSources(arguments.symbols, config->engine);
    if (!added || !moduleFiles) {
        complain(added ? moduleFiles.error() : added.error());
        return ExitCode::Usage;
    }
    const auto report = symbolicated(arguments, *config, *std::move(moduleFiles));
    if (!report) {
        complain(arguments.file.string(), report.error());
        return ExitCode::Unreadable;
    }
    if (const auto checked = checkFrame(**report, arguments); !checked) {
        complain(arguments.file.string(), checked.error());
        return ExitCode::Usage;
    }
    print(*(*report)->variables, arguments.format);
    return outcomeOf(*(*report)->variables);
}

} // namespace faultline::app
