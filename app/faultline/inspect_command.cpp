// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/inspect_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/report_output.h"
#include "core/json/json_writer.h"
#include "core/model/report.h"
#include "core/query/crash.h"
#include "core/report/detail_json.h"
#include "core/report/variable_text.h"

#include <cstdio>

namespace faultline::app {

namespace {

void print(FrameVariables found, OutputFormat format)
{
    if (format == OutputFormat::Text) {
        report::writeVariableLines(
            found, [](const std::string& line) { std::fprintf(stdout, "%s\n", line.c_str()); });
        return;
    }
    ReportVariables all;
    all.frames.push_back(std::move(found));
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    report::writeVariables(json, all);
    json.endObject();
    std::fprintf(stdout, "%s\n", text.c_str());
}

query::RowPlace placeOf(const InspectArguments& arguments, const query::Crash& crash)
{
    auto place = crash.firstRow();
    place.thread = arguments.thread.value_or(place.thread);
    place.row = arguments.frame;
    return place;
}

ExitCode
inspectOne(const InspectArguments& arguments, LocalEngine& engine, const intake::CrashFile& file)
{
    auto read = engine.read(arguments.file, file);
    if (!read)
        return ExitCode::Unreadable;
    auto options = engine.withLocalFiles(arguments.file, std::move(read->input.options));
    options.applySourceContext = false;
    const auto crash = engine.open(read->label, read->input.event, options, redact::Profile::Full);
    if (!crash)
        return ExitCode::Failed;
    const auto place = placeOf(arguments, *crash);
    auto values = crash->values({.place = place,
                                 .expression = arguments.expression,
                                 .depth = arguments.depth,
                                 .items = arguments.items},
                                {});
    if (!values) {
        complain(read->label, values.error());
        return values.error().kind == ErrorKind::NotFound ? ExitCode::Usage : ExitCode::Failed;
    }
    print({.thread = place.thread, .row = place.row, .variables = *std::move(values)},
          arguments.format);
    return ExitCode::Ok;
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
