// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_document.h"

#include <functional>
#include <string>
#include <string_view>

namespace faultline::report {

/// Writes a document (report_document.h) as one HTML file to read and to print: no scripts, no
/// reference to anything outside, light and dark by media query. Every text of the report is
/// escaped. `sink` receives the file piece by piece.
void renderHtml(const ReportDocument& document, const std::function<void(std::string_view)>& sink);

std::string renderHtml(const ReportDocument& document);

} // namespace faultline::report
