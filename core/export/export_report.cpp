// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_report.h"

#include "core/base/result.h"
#include "core/export/shared_note.h"
#include "core/report/csv_text.h"
#include "core/report/html_report.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"

#include <vector>

namespace faultline::exporting {

namespace {

void writeMarkdown(const redact::Redaction& shown,
                   redact::Profile profile,
                   const std::function<void(std::string_view)>& sink)
{
    sink(report::renderMarkdown(*shown.report, {.signature = shown.report->signature}));
    if (const auto note = sharedNote(profile, shown.removed)) {
        sink(concat("\n", note->title, "\n"));
        for (const auto& line : note->lines)
            sink(concat("- ", line, "\n"));
    }
}

void writeCsv(const redact::Redaction& shown, const std::function<void(std::string_view)>& sink)
{
    using Cells = std::vector<std::string>;
    sink(report::csvRecord(Cells{"frame", "function", "module", "location", "path", "trust"}));
    const auto document =
        report::makeDocument(*shown.report, {.longStacks = report::LongStacks::Whole});
    for (const auto& frame : document.leading.frames) {
        if (frame.remark.empty())
            sink(report::csvRecord(Cells{frame.number, frame.function, frame.module, frame.location,
                                         frame.path, frame.trust.word}));
    }
}

} // namespace

redact::Profile usualProfile(ExportFormat format)
{
    const bool isForPrograms = format == ExportFormat::Json || format == ExportFormat::Csv;
    return isForPrograms ? redact::Profile::Full : redact::Profile::ShareOutside;
}

report::ReportDocument exportDocument(const redact::Redaction& shown,
                                      redact::Profile profile,
                                      const ExportOptions& options)
{
    report::DocumentOptions document;
    document.shared = sharedNote(profile, shown.removed);
    document.longStacks = options.longStacks;
    document.environment = options.environment;
    if (redact::carriesFileName(profile))
        document.fileName = options.fileName;
    document.foot = options.foot;
    return report::makeDocument(*shown.report, document);
}

void writeExport(const redact::Redaction& shown,
                 redact::Profile profile,
                 ExportFormat format,
                 const ExportOptions& options,
                 const std::function<void(std::string_view)>& sink)
{
    switch (format) {
    case ExportFormat::Html:
        report::renderHtml(exportDocument(shown, profile, options), sink);
        return;
    case ExportFormat::Csv: writeCsv(shown, sink); return;
    case ExportFormat::Markdown: writeMarkdown(shown, profile, sink); return;
    case ExportFormat::Json:
        report::renderJson(*shown.report,
                           {.candidates = report::IncludeCandidates::Yes,
                            .extras = report::IncludeExtras::Yes,
                            .environment = options.environment ? report::IncludeEnvironment::Yes
                                                               : report::IncludeEnvironment::No},
                           sink);
        sink("\n");
        return;
    }
}

} // namespace faultline::exporting
