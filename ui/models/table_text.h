// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace faultline::ui {

/// Rows of a table as texts, for the clipboard.
struct TableText
{
    QStringList titles; ///< As many as each row has cells.
    QList<QStringList> rows;
};

enum class Titles { LeaveOut, Include };

/// One line for each row, its cells separated by tabs. Tabs and line ends in a cell become blanks.
QString tabSeparated(const TableText& table, Titles titles);

/// The titles and the rows (RFC 4180). A cell that a spreadsheet would take for a formula begins
/// with an apostrophe, as those of core/library do (core/library/csv_text.h).
QString csvText(const TableText& table);

/// An HTML table without any style. Texts are escaped.
QString htmlTable(const TableText& table, Titles titles);

} // namespace faultline::ui
