// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/stored_report.h"

namespace faultline::intake {

namespace {

constexpr std::string_view kArea = "report bundle";

std::string_view profileWords(redact::Profile profile)
{
    switch (profile) {
    case redact::Profile::Full: return "with everything that was known";
    case redact::Profile::Team: return "for a team: texts of the process are not stored in it";
    case redact::Profile::ShareOutside:
        return "to be shared outside: texts of the process are not stored in it, and names of "
               "users and machines are replaced";
    }
    return {};
}

std::string_view originalWords(bundle::OriginalState state)
{
    switch (state) {
    case bundle::OriginalState::Stored: return "the crash file is stored in it as \"crash-file\"";
    case bundle::OriginalState::NotShared:
    case bundle::OriginalState::Unknown: return "the crash file is not stored in this report";
    case bundle::OriginalState::TooLarge:
        return "the crash file is not stored in this report, as it is too large";
    }
    return {};
}

} // namespace

bool isReportBundle(Bytes head)
{
    return bundle::looksLikeBundle(head);
}

Result<bundle::ReportBundle>
readStoredReport(const ByteView& file, const ParseLimits& limits, std::stop_token stop)
{
    FL_TRY(auto stored, bundle::readBundle(file, limits, std::move(stop)));
    auto report = *stored.report;
    // A report that was stored twice says what holds for this file only.
    std::erase_if(report.diagnostics, [](const Diagnostic& each) { return each.area == kArea; });
    const auto note = [&report](std::string text) {
        report.diagnostics.push_back({.severity = Diagnostic::Severity::Note,
                                      .area = std::string(kArea),
                                      .text = std::move(text)});
    };
    note(concat("this report was stored ", profileWords(stored.profile)));
    note(std::string(originalWords(stored.original)));
    stored.report = std::make_shared<const Report>(std::move(report));
    return stored;
}

Result<std::shared_ptr<const bundle::ReportBundle>>
storedReportIn(const ByteView& file, const ParseLimits& limits, std::stop_token stop)
{
    if (!isReportBundle(file.span()))
        return nullptr;
    FL_TRY(auto stored, readStoredReport(file, limits, std::move(stop)));
    return std::make_shared<const bundle::ReportBundle>(std::move(stored));
}

} // namespace faultline::intake
