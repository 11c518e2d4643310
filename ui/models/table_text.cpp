// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_text.h"

#include <algorithm>

namespace faultline::ui {

namespace {

QString oneLine(QString cell)
{
    for (QChar& each : cell) {
        if (each == u'\t' || each == u'\n' || each == u'\r')
            each = u' ';
    }
    return cell;
}

QString tabLine(const QStringList& cells)
{
    QStringList shown;
    for (const QString& cell : cells)
        shown.append(oneLine(cell));
    return shown.join(u'\t');
}

/// Spreadsheets pass over blanks before a formula, and take wide characters for the usual ones.
bool isFormula(const QString& cell)
{
    const auto first = std::ranges::find_if(cell, [](QChar each) { return !each.isSpace(); });
    if (first == cell.end())
        return false;
    return QStringLiteral("=+-@|＝＋－＠").contains(*first) || cell.front() == u'\t' ||
           cell.front() == u'\r';
}

QString csvCell(const QString& cell)
{
    QString out = isFormula(cell) ? QStringLiteral("\"'") : QStringLiteral("\"");
    for (const QChar each : cell) {
        if (each == u'"')
            out += each;
        out += each.category() == QChar::Other_Control && each != u'\n' ? QChar(u' ') : each;
    }
    return out + u'"';
}

QString csvLine(const QStringList& cells)
{
    QStringList shown;
    for (const QString& cell : cells)
        shown.append(csvCell(cell));
    return shown.join(u',') + QStringLiteral("\r\n");
}

QString htmlRow(const QStringList& cells, const QString& tag)
{
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        row += QStringLiteral("<%1>").arg(tag) + cell.toHtmlEscaped() +
               QStringLiteral("</%1>").arg(tag);
    return row + QStringLiteral("</tr>\n");
}

} // namespace

QString tabSeparated(const TableText& table, Titles titles)
{
    QStringList lines;
    if (titles == Titles::Include)
        lines.append(tabLine(table.titles));
    for (const QStringList& row : table.rows)
        lines.append(tabLine(row));
    return lines.join(u'\n');
}

QString csvText(const TableText& table)
{
    QString text = csvLine(table.titles);
    for (const QStringList& row : table.rows)
        text += csvLine(row);
    return text;
}

QString htmlTable(const TableText& table, Titles titles)
{
    QString text = QStringLiteral("<table>\n");
    if (titles == Titles::Include)
        text += htmlRow(table.titles, QStringLiteral("th"));
    for (const QStringList& row : table.rows)
        text += htmlRow(row, QStringLiteral("td"));
    return text + QStringLiteral("</table>");
}

} // namespace faultline::ui
