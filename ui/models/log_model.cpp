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
            all += text(row, column) + (column + 1 < ColumnCount ? u'\t' : u'\n');
    }
    return all;
}

QVariant LogModel::cell(int index, int column, int role) const
{
    const LogRow& entry = m_rows[std::size_t(index)];
    switch (role) {
    case Qt::DisplayRole: return text(entry, column);
    case Qt::ToolTipRole: return entry.message;
    case ToneRole:
        if (entry.level == LogRow::Level::Error)
            return int(Tone::Crash);
        if (entry.level == LogRow::Level::Warning)
            return int(Tone::Warn);
        return int(column == MessageColumn ? Tone::Normal : Tone::Dim);
    case ElideRole: // The address that was asked comes last.
        return int(column == MessageColumn ? Qt::ElideMiddle : Qt::ElideRight);
    case FaceRole: return int(column == CategoryColumn ? Face::Interface : Face::Fixed);
    default: return {};
    }
}

QString LogModel::text(const LogRow& entry, int column) const
{
    static constexpr const char* kLevels[] = {QT_TR_NOOP("trace"), QT_TR_NOOP("debug"),
                                              QT_TR_NOOP("info"), QT_TR_NOOP("warning"),
                                              QT_TR_NOOP("error")};
    switch (column) {
    case TimeColumn: return entry.time.toString(QStringLiteral("HH:mm:ss.zzz"));
    case LevelColumn: return tr(kLevels[int(entry.level)]);
    case CategoryColumn: return entry.category;
    case MessageColumn: return entry.message;
    default: return {};
    }
}

QString LogModel::headerCell(int column) const
{
    switch (column) {
    case TimeColumn: return tr("Time");
    case LevelColumn: return tr("Level");
    case CategoryColumn: return tr("Category");
    case MessageColumn: return tr("Message");
    default: return {};
    }
}

} // namespace faultline::ui
