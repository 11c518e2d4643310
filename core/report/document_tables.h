// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_document.h"

#include <vector>

namespace faultline::report {

/// The tables of a document (report_document.h): what is missing and why, who waits for whom,
/// variables, modules, unloaded modules, the environment on request, further facts of the file,
/// notes. Without those that would have no row.
std::vector<DocumentTable> documentTables(const Report& report, bool environment);

} // namespace faultline::report
