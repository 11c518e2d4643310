// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/query_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/library_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/report_output.h"
#include "core/json/json_writer.h"
#include "core/query/query.h"

#include <cstdio>

namespace faultline::app {

namespace {

/// Opens the first crash file of a path. Complains and returns null when that fails.
std::unique_ptr<query::Crash> openOne(LocalEngine& engine,
                                      const std::filesystem::path& path,
                                      const intake::CrashFile& file,
                                      redact::Profile profile)
{
    auto read = engine.read(path, file);
    if (!read)
        return nullptr;
    if (read->stored) {
        complain(read->label, storedIsNotAsked());
        return nullptr;
    }
    const auto options = engine.withLocalFiles(path, std::move(read->input.options));
    return engine.open(read->label, read->input.event, options, profile);
}

/// compare("other.dmp") and library("…").
query::Surroundings surroundingsOf(const QueryArguments& arguments, LocalEngine& engine)
{
    const auto otherReport = [&](const std::string& name) -> Result<ReportPtr> {
        ReportPtr report;
        const auto outcome =
            eachCrashFile(name, std::nullopt, engine.limits(), [&](const intake::CrashFile& file) {
                const auto other = openOne(engine, name, file, profileOf(arguments.share));
                report = other ? other->report() : nullptr;
                return other ? ExitCode::Ok : ExitCode::Unreadable;
            });
        if (outcome != ExitCode::Ok || !report)
            return fail(ErrorKind::NotFound, "the crash file to compare with cannot be read");
        return report;
    };
    query::Surroundings surroundings{.otherReport = otherReport};
    // What a library says of its reports has not gone through core/redact.
    if (arguments.share != ShareWith::Outside)
        surroundings.openReports = libraryReader(arguments.reportsFile);
    return surroundings;
}

/// The page of an answer as one object (docs/query.schema.json, "answer").
std::string envelope(const query::Answer& answer)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("value").raw(answer.json);
    json.optional("total", answer.total).optional("next", answer.next);
    if (answer.isCut)
        json.member("cut", true);
    json.endObject();
    return text + "\n";
}

void print(const query::Answer& answer, OutputFormat format)
{
    const auto text = format == OutputFormat::Json ? envelope(answer) : query::answerText(answer);
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (format == OutputFormat::Text && answer.next)
        std::fprintf(stderr, "faultline: there is more; --first %llu goes on\n",
                     static_cast<unsigned long long>(*answer.next));
    else if (format == OutputFormat::Text && answer.isCut)
        std::fputs("faultline: parts were left out; --max-bytes shows more\n", stderr);
}

/// A question that cannot be answered is the caller's mistake.
ExitCode outcomeOf(const Error& error)
{
    switch (broadKind(error.kind)) {
    case ErrorKind::Malformed:
    case ErrorKind::NotFound:
    case ErrorKind::Unsupported:
    case ErrorKind::PermissionDenied: return ExitCode::Usage;
    default: return ExitCode::Failed;
    }
}

ExitCode
queryOne(const QueryArguments& arguments, LocalEngine& engine, const intake::CrashFile& file)
{
    const auto crash = openOne(engine, arguments.file, file, profileOf(arguments.share));
    if (!crash)
        return ExitCode::Unreadable;
    const query::Page page{.first = arguments.first,
                           .most = arguments.most,
                           .maxBytes = arguments.maxBytes,
                           .depth = arguments.depth,
                           .valueDepth = arguments.valueDepth};
    const auto answer = query::evaluate(crash.get(), arguments.expression, page,
                                        surroundingsOf(arguments, engine), {});
    if (!answer) {
        complain(crash->name(), answer.error());
        return outcomeOf(answer.error());
    }
    print(*answer, arguments.format);
    return arguments.exitByCause ? exitByCause(*crash->report()) : ExitCode::Ok;
}

} // namespace

ExitCode run(const QueryArguments& arguments)
{
    auto setting = localSetting(arguments.config, arguments.offline, arguments.symbols,
                                arguments.modules, arguments.program);
    if (!setting)
        return ExitCode::Usage;
    LocalEngine engine(*std::move(setting));
    return eachCrashFile(
        arguments.file, arguments.part, engine.limits(),
        [&](const intake::CrashFile& file) { return queryOne(arguments, engine, file); });
}

} // namespace faultline::app
