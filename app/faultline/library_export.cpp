// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "app/faultline/output_file.h"
#include "core/library/csv_text.h"
#include "core/query/library_json.h"
#include "core/report/time_text.h"

namespace faultline::app {

namespace {

/// What the profile lets others see.
library::ReportSummary shared(library::ReportSummary report, ShareWith share)
{
    if (share == ShareWith::Everything)
        return report;
    report.path.clear();
    if (share == ShareWith::Outside) {
        report.triage.customer.clear();
        report.triage.notes.clear();
        report.triage.assignee.clear();
    }
    return report;
}

std::string timeOf(const std::optional<std::int64_t>& time)
{
    return time ? report::utcText(*time) : std::string();
}

std::vector<std::string> cellsOf(const library::ReportSummary& report)
{
    const auto& triage = report.triage;
    return {concat(report.id),
            concat(report.group),
            timeOf(report.crashedAt),
            timeOf(report.importedAt),
            report.signature,
            report.product,
            report.version,
            report.os,
            report.reason,
            std::string(library::statusName(triage.status)),
            triage.fixedIn,
            report.isRegression ? "yes" : "",
            library::fieldText(triage, library::TriageField::Tags),
            triage.assignee,
            triage.ticket,
            triage.customer,
            triage.notes,
            concat(report.quality),
            report.kind,
            report.path};
}

std::string csvHeader()
{
    return library::csvRecord(std::vector<std::string>{
        "Id",     "Group",    "Time",   "Imported", "Signature",  "Product", "Version",
        "OS",     "Reason",   "Status", "Fixed in", "Regression", "Tags",    "Assignee",
        "Ticket", "Customer", "Notes",  "Quality",  "Kind",       "File"});
}

Result<std::optional<std::string>> exportRows(library::LibraryStore& store,
                                              const library::Query& query,
                                              const LibraryExportArguments& arguments,
                                              OutputFile& output)
{
    if (arguments.format == ExportFormat::Csv) {
        output.write(csvHeader());
        return eachReport(store, query, [&](const library::ReportSummary& report) {
            output.write(library::csvRecord(cellsOf(shared(report, arguments.share))));
            return Result<void>();
        });
    }
    output.write("{\"reports\":[");
    bool isFirst = true;
    FL_TRY(auto damage, eachReport(store, query, [&](const library::ReportSummary& report) {
               std::string text = isFirst ? "\n" : ",\n";
               isFirst = false;
               json::JsonWriter json(text);
               query::writeJson(json, shared(report, arguments.share));
               output.write(text);
               return Result<void>();
           }));
    output.write("\n]}\n");
    return damage;
}

} // namespace

ExitCode run(const LibraryExportArguments& arguments)
{
    const auto query = queryOf(arguments.query);
    if (!query) {
        complain(query.error());
        return ExitCode::Usage;
    }
    LibraryArguments place;
    place.reportsFile = arguments.reportsFile;
    const auto file = libraryPath(place);
    if (!file) {
        complain(file.error());
        return ExitCode::Unreadable;
    }
    const auto store = openLibrary(place, LibraryAccess::Read);
    if (!store) {
        complain(store.error());
        return ExitCode::Unreadable;
    }
    auto output = OutputFile::open(arguments.output, {*file});
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    const auto damage = exportRows(**store, *query, arguments, *output);
    if (!damage) {
        complain(damage.error());
        return ExitCode::Failed;
    }
    warnOfDamage(*damage);
    return finishOutput(*output, *damage ? ExitCode::Unreadable : ExitCode::Ok);
}

} // namespace faultline::app
