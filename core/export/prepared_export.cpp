// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/prepared_export.h"

#include "core/intake/crash_files.h"
#include "core/intake/stored_report.h"

namespace faultline::exporting {

namespace {

/// Returns the crash file as intake opens it: out of its container, unpacked. The view is empty
/// when the file is gone, when the path leads to several crash files, and when it leads to a report
/// bundle, which is no crash file. The new bundle says that it has none.
ByteView crashFileAt(const std::filesystem::path& path)
{
    const auto files = intake::findCrashFilesAt(path, {});
    if (!files)
        return {};
    auto content = intake::openOnlyCrashFile(*files);
    if (!content || intake::isReportBundle(content->bytes.span()))
        return {};
    return std::move(content->bytes);
}

} // namespace

PreparedExport prepareExport(ExportRequest request)
{
    auto texts = std::move(request.sources);
    std::vector<redact::FurtherText> further;
    further.reserve(texts.size());
    for (auto& source : texts)
        further.push_back({.path = std::move(source.path), .text = std::move(source.text)});
    PreparedExport prepared;
    prepared.shown = redact::redact(request.report, request.profile, further);
    for (auto& source : further)
        prepared.sources.push_back(
            {.path = std::move(source.path), .text = std::move(source.text)});
    prepared.profile = request.profile;
    prepared.options = std::move(request.options);
    prepared.input = std::move(request.input);
    return prepared;
}

Result<void>
writeExport(const PreparedExport& prepared, ExportFormat format, const ExportSink& sink)
{
    std::optional<Error> failure;
    exporting::writeExport(prepared.shown, prepared.profile, format, prepared.options,
                           [&](std::string_view piece) {
                               if (failure)
                                   return;
                               if (auto written = sink(asBytes(piece)); !written)
                                   failure = std::move(written.error());
                           });
    if (failure)
        return std::unexpected(*std::move(failure));
    return {};
}

Result<void> writeReportBundle(const PreparedExport& prepared, const ExportSink& sink)
{
    bundle::ReportBundle bundle{.report = prepared.shown.report,
                                .profile = prepared.profile,
                                .fileName = prepared.options.fileName,
                                .sources = prepared.sources};
    if (redact::carriesOriginalFile(prepared.profile) && !prepared.input.empty())
        bundle.originalFile = crashFileAt(prepared.input);
    return bundle::writeBundle(bundle, sink);
}

} // namespace faultline::exporting
