// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report_header.h"

#include <QString>

namespace faultline::ui {

/// A copied stack for programs that take formatted text: what happened, and below it the rows as
/// they are in the plain copy. Texts of the report stay texts.
QString stackHtml(const ReportHeader& header, const QString& rows);

} // namespace faultline::ui
