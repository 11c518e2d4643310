// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report_notice.h"

#include <QList>

namespace faultline::ui {

class SessionCore;

/// What the user must know about the whole report while reading its stack.
QList<ReportNotice> makeNotices(const SessionCore& core);

} // namespace faultline::ui
