// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/inspect_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/report_output.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/json/json_writer.h"
#include "core/model/report.h"
#include "core/report/detail_json.h"
#include "core/report/variable_text.h"

#include <cstdio>

namespace faultline::app {

namespace {

symbolicate::SymbolicateOptions optionsOf(const InspectArguments& arguments,
                                          const LocalEngine& engine,
                                          symbolicate::SymbolicateOptions asked)
{
    auto options = engine.withLocalFiles(arguments.file, std::move(asked));
    options.applySourceContext = false;
    options.variables = {.frames = 1,
                         .thread = arguments.thread,
                         .onlyRow = arguments.frame,
                         .expression = arguments.expression,
                         .depth = arguments.depth,
                         .items = arguments.items};
    return options;
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

ExitCode
inspectOne(const InspectArguments& arguments, LocalEngine& engine, const intake::CrashFile& file)
{
    auto crash = engine.read(arguments.file, file);
    if (!crash)
        return ExitCode::Unreadable;
    if (crash->stored) {
        complain(crash->label, {ErrorKind::Unsupported,
                                "a report bundle has no memory to read values from; name the "
                                "crash file"});
        return ExitCode::Unreadable;
    }
    const auto options = optionsOf(arguments, engine, std::move(crash->input.options));
    const auto report = engine.run(crash->label, crash->input.event, options);
    if (!report)
        return ExitCode::Failed;
    if (const auto checked = checkFrame(*report, arguments); !checked) {
        complain(crash->label, checked.error());
        return ExitCode::Usage;
    }
    print(*report->variables, arguments.format);
    return outcomeOf(*report->variables);
}

} // namespace

ExitCode run(const InspectArguments& arguments)
{
    auto setting = localSetting(arguments.config, arguments.offline, arguments.symbols,
                                arguments.modules, arguments.program);
    if (!setting)
        return ExitCode::Usage;
    LocalEngine engine(*std::move(setting));
    return eachCrashFile(
        arguments.file, arguments.part, engine.limits(),
        [&](const intake::CrashFile& file) { return inspectOne(arguments, engine, file); });
}

} // namespace faultline::app
