// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/insight.h"
#include "core/engine/library/library_notice.h"
#include "ui/bridge/report_state.h"
#include "ui/models/find_row.h"

#include <QList>

#include <memory>
#include <stop_token>
#include <vector>

namespace faultline::ui {

/// How much of what was found is shown: the threads, their frames that have the text, or their
/// whole stacks.
enum class FindLevel { Threads, Frames, Stacks };

/// How much was found.
struct FindCounts
{
    int frames = 0;   ///< Frames of equal stacks count once.
    int threads = 0;  ///< Threads with such frames, or stored reports.
    int searched = 0; ///< All threads, or stored reports.
    int same = 0;     ///< Threads that share their stack with another one.
    /// More rows than are shown; they count.
    bool isCut = false;
};

struct FoundRows
{
    QList<FindRow> rows; ///< At most kMostFindRows.
    FindCounts counts;
};

/// Nobody reads more rows; a narrower search shows the others.
inline constexpr qsizetype kMostFindRows = 100'000;

/// A report that is searched. The name is empty where no other one is searched.
struct SearchedReport
{
    ReportState state;
    QString name;
};

/// The threads that have the text, those with the most frames first; the crashed one of each report
/// leads. Threads with equal stacks are one group (threadStackKey()). May take long, so do it on a
/// thread of the pool. Errors: Cancelled.
Result<FoundRows> makeFindRows(const std::vector<SearchedReport>& reports,
                               const insight::TextPattern& pattern,
                               FindLevel level,
                               const std::stop_token& stop);

/// The head and the rows of a stored report.
QList<FindRow> makeFindRows(const engine::FoundStack& found, FindLevel level);

} // namespace faultline::ui
