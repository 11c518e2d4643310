// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/library/report_payload.h"
#include "core/likeness/stack_index.h"
#include "core/query/library_json.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"
#include "core/report/time_text.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace faultline::app {

namespace {

/// The help of `library show` has this number.
constexpr std::uint64_t kMostCompared = 20'000;

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

void print(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Prints an object and ends the line.
template <class Write>
void printJson(Write write)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    write(json);
    json.endObject();
    print(text + "\n");
}

std::string timeOf(const std::optional<std::int64_t>& time)
{
    return time ? report::utcText(*time) : std::string("-");
}

std::string tagsText(const library::TriageState& triage)
{
    std::string text;
    for (const auto& tag : triage.tags)
        text += " #" + escapeControls(tag);
    return text;
}

std::string lineOf(const library::ReportSummary& report)
{
    const auto product = escapeControls(report.product + " " + report.version);
    return concat(report.id, "  ", timeOf(report.crashedAt), "  ",
                  library::statusName(report.triage.status),
                  report.isRegression ? " regression" : "", "  ", trimAscii(product), "  ",
                  escapeControls(report.signature), tagsText(report.triage), "\n");
}

std::string lineOf(const library::GroupSummary& group)
{
    return concat(group.id, "  ", group.count, group.count == 1 ? " report  " : " reports  ",
                  timeOf(group.firstSeen), " to ", timeOf(group.lastSeen), "  ",
                  library::statusName(group.triage.status), "  ", escapeControls(group.signature),
                  tagsText(group.triage), "\n");
}

template <class Row>
void printPage(const library::Page<Row>& page, OutputFormat format, const char* name)
{
    if (format == OutputFormat::Json) {
        printJson([&](json::JsonWriter& json) {
            json.member("total", page.total).key(name).beginArray();
            for (const auto& row : page.rows)
                query::writeJson(json, row);
            json.endArray().optional("damage", page.damage);
        });
    } else {
        for (const auto& row : page.rows)
            print(lineOf(row));
        print(concat(page.rows.size(), " of ", page.total, "\n"));
    }
    warnOfDamage(page.damage);
}

/// The stacks that a report is compared with. More of them would take a second or longer to read.
Result<likeness::StackIndex> indexOf(library::LibraryStore& store)
{
    likeness::StackIndex index;
    FL_CHECK(store.eachStack(kMostCompared, [&](library::ReportId report, library::GroupId group,
                                                const std::vector<library::RecordedFrame>& frames) {
        index.add(report, group, frames);
    }));
    index.calibrate();
    return index;
}

/// A report with what is shown beside it.
struct ShownReport
{
    library::StoredReport report;
    std::vector<library::HistoryEntry> history;
    likeness::Placement placement;
};

Result<ShownReport> shownReport(library::LibraryStore& store, library::ReportId id)
{
    ShownReport shown;
    FL_TRY(shown.report, store.report(id));
    FL_TRY(shown.history, store.history(library::HistoryOf::Report, id));
    FL_TRY(const auto index, indexOf(store));
    shown.placement = index.place(shown.report.record.frames, id);
    return shown;
}

/// "0.87", independent of the locale.
std::string hundredths(double value)
{
    const auto rounded = std::lround(value * 100);
    return concat(rounded / 100, ".", rounded % 100 < 10 ? "0" : "", rounded % 100);
}

void writePlacement(json::JsonWriter& json, const likeness::Placement& placement)
{
    json.key("alike").beginArray();
    for (const auto& likely : placement.nearest)
        json.beginObject()
            .member("report", likely.report)
            .member("group", likely.group)
            .key("likeness")
            .raw(hundredths(likely.likeness))
            .endObject();
    json.endArray();
    if (placement.probability)
        json.key("probability_of_first_group").raw(hundredths(*placement.probability));
}

void writeFrames(json::JsonWriter& json, const std::vector<library::RecordedFrame>& frames)
{
    json.key("frames").beginArray();
    for (const auto& frame : frames) {
        json.beginObject().textIfAny("module", frame.module).textIfAny("function", frame.function);
        json.member("in_app", frame.isOwn).member("guess", frame.isGuess);
        json.member("inlined", frame.isInlined).endObject();
    }
    json.endArray();
}

void printShownJson(const ShownReport& shown)
{
    printJson([&](json::JsonWriter& json) {
        const auto& record = shown.report.record;
        json.key("report");
        query::writeJson(json, shown.report.summary);
        json.member("sha256", record.sha256).textIfAny("part", record.part);
        json.member("top_function", record.topFunction)
            .member("in_app_function", record.inAppFunction);
        json.member("mode", signature::modeName(record.mode)).member("algorithm", record.algorithm);
        json.member("rules", record.rulesHash);
        writeFrames(json, record.frames);
        json.key("history").beginArray();
        for (const auto& entry : shown.history)
            query::writeJson(json, entry);
        json.endArray();
        writePlacement(json, shown.placement);
    });
}

void printFact(const char* name, std::string_view value)
{
    if (!value.empty())
        print(concat(name, ": ", escapeControls(value), "\n"));
}

void printShownText(const ShownReport& shown)
{
    const auto& [summary, record, batch] = shown.report;
    print(lineOf(summary));
    printFact("file", record.path);
    printFact("part", record.part);
    printFact("sha256", record.sha256);
    printFact("group", concat(summary.group));
    printFact("reason", record.reason);
    printFact("system", trimAscii(record.os + " " + record.osVersion));
    printFact("thread", record.threadName);
    printFact("comment", record.comment);
    printFact("customer", summary.triage.customer);
    printFact("assignee", summary.triage.assignee);
    printFact("ticket", summary.triage.ticket);
    printFact("notes", summary.triage.notes);
    for (const auto& frame : record.frames)
        print(concat("  ", escapeControls(frame.module), "!", escapeControls(frame.function),
                     frame.isInlined ? " (inline)" : "", frame.isGuess ? " (guess)" : "", "\n"));
    for (const auto& likely : shown.placement.groups)
        print(concat("alike: group ", likely.group, ", report ", likely.report, ", likeness ",
                     hundredths(likely.likeness), "\n"));
    if (shown.placement.probability)
        print(concat("probability of the first: ", hundredths(*shown.placement.probability),
                     ", by the groups of this library\n"));
    for (const auto& entry : shown.history)
        print(concat("action ", entry.action, " ", report::utcText(entry.at), " ",
                     escapeControls(entry.who), ": ", library::triageFieldName(entry.field),
                     " from \"", escapeControls(entry.before), "\" to \"",
                     escapeControls(entry.after), "\"\n"));
}

Result<void> printWhole(library::LibraryStore& store, const LibraryShowArguments& arguments)
{
    FL_TRY(const auto payload, store.payload(arguments.report));
    if (payload.empty())
        return fail(ErrorKind::NotFound, "the library has only the row of report ",
                    arguments.report);
    FL_TRY(const auto whole, library::unpackReport(payload, {}, {}));
    if (arguments.format == OutputFormat::Json) {
        report::JsonOptions options;
        options.extras = report::IncludeExtras::Yes;
        options.candidates = report::IncludeCandidates::Yes;
        report::renderJson(whole, options,
                           [](std::string_view piece) { print(std::string(piece)); });
        print("\n");
    } else {
        print(report::renderText(whole, {}));
    }
    return {};
}

} // namespace

ExitCode run(const LibraryListArguments& arguments)
{
    const auto query = queryOf(arguments.query);
    const auto field = library::parseQueryField(arguments.sort);
    if (!query || !field) {
        complain(query ? Error{ErrorKind::Malformed,
                               concat("there is no field \"", arguments.sort, "\"")}
                       : query.error());
        return ExitCode::Usage;
    }
    const auto store = openLibrary(arguments, LibraryAccess::Read);
    if (!store)
        return libraryFailure(store.error());
    const auto page =
        (*store)->search(*query, {*field, !arguments.ascending}, arguments.offset, arguments.limit);
    if (!page)
        return libraryFailure(page.error());
    printPage(*page, arguments.format, "reports");
    return page->damage ? ExitCode::Unreadable : ExitCode::Ok;
}

ExitCode run(const LibraryGroupArguments& arguments)
{
    const auto query = queryOf(arguments.query);
    if (!query) {
        complain(query.error());
        return ExitCode::Usage;
    }
    const auto store = openLibrary(arguments, LibraryAccess::Read);
    if (!store)
        return libraryFailure(store.error());
    library::Page<library::GroupSummary> page;
    if (arguments.group) {
        auto group = (*store)->group(*arguments.group);
        if (!group)
            return libraryFailure(group.error());
        page = {.rows = {*std::move(group)}, .total = 1, .damage = {}};
    } else {
        auto groups = (*store)->groups(*query, {}, arguments.offset, arguments.limit);
        if (!groups)
            return libraryFailure(groups.error());
        page = *std::move(groups);
    }
    printPage(page, arguments.format, "groups");
    return page.damage ? ExitCode::Unreadable : ExitCode::Ok;
}

ExitCode run(const LibraryShowArguments& arguments)
{
    const auto store = openLibrary(arguments, LibraryAccess::Read);
    if (!store)
        return libraryFailure(store.error());
    if (arguments.whole) {
        const auto printed = printWhole(**store, arguments);
        return printed ? ExitCode::Ok : libraryFailure(printed.error());
    }
    const auto shown = shownReport(**store, arguments.report);
    if (!shown)
        return libraryFailure(shown.error());
    if (arguments.format == OutputFormat::Json)
        printShownJson(*shown);
    else
        printShownText(*shown);
    return ExitCode::Ok;
}

ExitCode run(const LibraryStatsArguments& arguments)
{
    const auto query = queryOf(arguments.query);
    if (!query) {
        complain(query.error());
        return ExitCode::Usage;
    }
    const auto names = arguments.fields.empty()
                           ? std::vector<std::string>{"status", "product", "version",
                                                      "os",     "reason",  "missing_module"}
                           : arguments.fields;
    const auto store = openLibrary(arguments, LibraryAccess::Read);
    if (!store)
        return libraryFailure(store.error());
    std::vector<std::pair<std::string, Counts>> all;
    for (const auto& name : names) {
        const auto field = library::parseQueryField(name);
        if (!field) {
            complain({ErrorKind::Malformed, concat("there is no field \"", name, "\"")});
            return ExitCode::Usage;
        }
        auto counts = (*store)->countBy(*field, *query, arguments.limit);
        if (!counts)
            return libraryFailure(counts.error());
        all.emplace_back(name, *std::move(counts));
    }
    if (arguments.format == OutputFormat::Json) {
        printJson([&](json::JsonWriter& json) {
            for (const auto& [name, counts] : all) {
                json.key(name).beginArray();
                for (const auto& [value, count] : counts)
                    json.beginObject().member("value", value).member("count", count).endObject();
                json.endArray();
            }
        });
        return ExitCode::Ok;
    }
    for (const auto& [name, counts] : all) {
        print(concat(name, "\n"));
        for (const auto& [value, count] : counts)
            print(concat("  ", count, "  ", value.empty() ? "-" : escapeControls(value), "\n"));
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
