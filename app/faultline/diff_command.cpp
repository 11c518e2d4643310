// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "app/faultline/local_engine.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/local_files.h"
#include "core/likeness/report_diff.h"
#include "core/query/comparison_json.h"
#include "core/signature/signature.h"

#include <cstdio>

namespace faultline::app {

namespace {

using library::ReportRecord;

Result<ReportRecord>
recordOfFile(engine::Engine& engine, const std::filesystem::path& path, const ParseLimits& limits)
{
    FL_TRY(auto input, readCrashInput(path, limits));
    auto options = std::move(input.options);
    engine::allowLocalFiles(options, path);
    FL_TRY(const auto report, engine.run(input.event, options, {}));
    const auto rules = signature::makeShippedRules();
    return library::recordOf(*report,
                             signature::signatureOf(*report, *rules, signature::Mode::Faultline));
}

std::string frameText(const library::RecordedFrame& frame)
{
    return concat(
        escapeControls(frame.module), "!",
        frame.function.empty() ? "?" : escapeControls(frame.function),
        frame.line == 0 ? "" : concat("  [", escapeControls(frame.file), ':', frame.line, ']'));
}

std::string
stackText(const likeness::ReportDiff& diff, const ReportRecord& a, const ReportRecord& b)
{
    std::string text;
    for (const auto& line : diff.stack) {
        const char* mark = line.isOtherLine ? "~ "
                           : line.isSame()  ? "  "
                           : line.before    ? "- "
                                            : "+ ";
        text +=
            concat(mark, frameText(line.before ? a.frames[*line.before] : b.frames[*line.after]));
        if (line.isOtherLine)
            text += concat(" -> ", escapeControls(b.frames[*line.after].file), ':',
                           b.frames[*line.after].line);
        text += "\n";
    }
    return text;
}

std::string diffText(const likeness::ReportDiff& diff, const ReportRecord& a, const ReportRecord& b)
{
    if (diff.isEqual())
        return "equal\n";
    std::string text;
    for (const auto& change : diff.facts)
        text += concat(likeness::factName(change.fact), ": ", escapeControls(change.before), " -> ",
                       escapeControls(change.after), "\n");
    text += stackText(diff, a, b);
    for (const auto& change : diff.modules)
        text += concat("module ", escapeControls(change.name), ": ",
                       likeness::moduleChangeName(change.kind), " ", escapeControls(change.before),
                       " -> ", escapeControls(change.after), "\n");
    return text;
}

} // namespace

ExitCode run(const DiffArguments& arguments)
{
    const auto config = localConfig(arguments.config, arguments.symbols, arguments.offline);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    const auto log = makeConsoleLog(config->logging);
    engine::Engine engine(config->engine, *log, [](const engine::Notice&) {});
    const auto first = recordOfFile(engine, arguments.first, config->engine.limits);
    const auto second = recordOfFile(engine, arguments.second, config->engine.limits);
    if (!first || !second) {
        if (!first)
            complain(arguments.first.string(), first.error());
        if (!second)
            complain(arguments.second.string(), second.error());
        return ExitCode::Usage;
    }
    const auto diff = likeness::diffRecords(*first, *second);
    const auto text = arguments.format == OutputFormat::Json
                          ? query::comparisonJson(diff, *first, *second) + "\n"
                          : diffText(diff, *first, *second);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return diff.isEqual() ? ExitCode::Ok : ExitCode::Different;
}

} // namespace faultline::app
