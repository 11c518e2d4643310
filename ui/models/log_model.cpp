// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/log_model.h"

#include "ui/models/roles.h"

#include <algorithm>

namespace faultline::ui {

void LogModel::append(const QList<LogRow>& added)
{
    if (added.isEmpty())
        return;
    const auto fitting = added.last(std::min<qsizetype>(added.size(), kCapacity));
    dropOldest(int(std::ssize(m_rows) + fitting.size()) - kCapacity);
    beginInsertRows({}, int(m_rows.size()), int(std::ssize(m_rows) + fitting.size() - 1));
    m_rows.insert(m_rows.end(), fitting.begin(), fitting.end());
    endInsertRows();
}

void LogModel::dropOldest(int count)
{
    if (count <= 0)
        return;
    beginRemoveRows({}, 0, count - 1);
    m_rows.erase(m_rows.begin(), m_rows.begin() + count);
    endRemoveRows();
}

void LogModel::clear()
{
    dropOldest(int(m_rows.size()));
}

QString LogModel::text() const
{
    QString all;
    for (const LogRow& row : m_rows) {
        for (int column = 0; column < ColumnCount; ++column)
            all += ColumnsModel::text(row, column).toString() +
                   (column + 1 < ColumnCount ? u'\t' : u'\n');
    }
    return all;
}

LogModel::Table LogModel::table() const
{
    static constexpr const char* kLevels[] = {QT_TR_NOOP("trace"), QT_TR_NOOP("debug"),
                                              QT_TR_NOOP("info"), QT_TR_NOOP("warning"),
                                              QT_TR_NOOP("error")};
    static constexpr TableColumn<LogRow> kColumns[] = {
        {.id = TimeColumn,
         .title = [] { return tr("Time"); },
         .text = [](const LogRow& row) -> QVariant {
             return row.time.toString(QStringLiteral("HH:mm:ss.zzz"));
         },
         .room = {.width = 16, .isWhole = true},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = LevelColumn,
         .title = [] { return tr("Level"); },
         .text = [](const LogRow& row) -> QVariant { return tr(kLevels[int(row.level)]); },
         .room = {.width = 12},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = CategoryColumn,
         .title = [] { return tr("Category"); },
         .text = field<&LogRow::category>,
         .room = {.width = 20},
         .tone = Tone::Dim},
        {.id = MessageColumn,
         .title = [] { return tr("Message"); },
         .text = field<&LogRow::message>,
         .room = {.width = 0},
         .face = Face::Fixed,
         .elide = Qt::ElideMiddle}, // The address that was asked comes last.
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant LogModel::cell(int index, int column, int role) const
{
    const LogRow& entry = m_rows[std::size_t(index)];
    switch (role) {
    case Qt::ToolTipRole: return entry.message;
    case ToneRole:
        if (entry.level == LogRow::Level::Error)
            return int(Tone::Crash);
        if (entry.level == LogRow::Level::Warning)
            return int(Tone::Warn);
        break;
    default: break;
    }
    return cellOfColumn(entry, column, role);
}

} // namespace faultline::ui
