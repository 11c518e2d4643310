// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"
#include "core/report/report_document.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace faultline::exporting {

enum class ExportFormat : std::uint8_t {
    Html,
    Markdown,
    Json,
    Csv ///< The rows of the leading stack.
};

struct ExportOptions
{
    bool environment = false; ///< Shows the environment, if the profile leaves it.
    report::LongStacks longStacks = report::LongStacks::Shorten;
    std::string fileName{}; ///< Of the crash file.
    std::string foot{};     ///< A line of the user's.
};

/// The profile of an export for which nobody chose one: forms for people go outside, JSON and CSV
/// are for programs of the user and have everything.
redact::Profile usualProfile(ExportFormat format);

/// The page of a redacted report, with the note of what it lacks. `shown` is redact()'s result for
/// `profile`.
report::ReportDocument exportDocument(const redact::Redaction& shown,
                                      redact::Profile profile,
                                      const ExportOptions& options);

/// Writes a redacted report piece by piece. Thread-safe.
void writeExport(const redact::Redaction& shown,
                 redact::Profile profile,
                 ExportFormat format,
                 const ExportOptions& options,
                 const std::function<void(std::string_view)>& sink);

} // namespace faultline::exporting
