// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/report_header.h"

#include <cstdint>

namespace faultline::ui {

/// "minidump", "JVM event", …
QString kindText(EventKind kind);

/// The thread's number and name, as the summary and copied texts call it. For an exception the
/// thread in which it was thrown, if the file says so.
QString threadTitle(const ReportState& state, std::uint32_t thread);

ReportHeader makeReportHeader(const ReportState& state, const QString& fileName);

} // namespace faultline::ui
