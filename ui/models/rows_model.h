// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/table_model.h"

#include <QList>

#include <algorithm>
#include <utility>

namespace faultline::ui {

/// What turns one list of rows into another: rows after the common head go, others come, and some
/// of the rest change. It can be found out on any thread.
template <class Row>
struct RowsChange
{
    QList<Row> from;
    QList<Row> between; ///< After the removal. Empty unless rows both go and come.
    QList<Row> to;
    qsizetype head = 0;
    qsizetype removed = 0;
    qsizetype added = 0;
    qsizetype firstChanged = 0; ///< Of `to`; without a change it equals `lastChanged` + 1.
    qsizetype lastChanged = -1;
};

template <class Row>
RowsChange<Row> rowsChange(QList<Row> from, QList<Row> to)
{
    RowsChange<Row> change;
    const auto limit = std::min(from.size(), to.size());
    qsizetype head = 0;
    while (head < limit && from.at(head).key() == to.at(head).key())
        ++head;
    qsizetype tail = 0;
    while (tail < limit - head &&
           from.at(from.size() - 1 - tail).key() == to.at(to.size() - 1 - tail).key())
        ++tail;
    change.head = head;
    change.removed = from.size() - head - tail;
    change.added = to.size() - head - tail;
    if (change.removed > 0 && change.added > 0)
        change.between = from.first(head) + from.last(tail);
    const auto look = [&](qsizetype at, qsizetype before) {
        if (from.at(before) == to.at(at))
            return;
        if (change.lastChanged < change.firstChanged)
            change.firstChanged = at;
        change.lastChanged = at;
    };
    for (qsizetype i = 0; i < head; ++i)
        look(i, i);
    for (qsizetype i = to.size() - tail; i < to.size(); ++i)
        look(i, i - change.added + change.removed);
    change.from = std::move(from);
    change.to = std::move(to);
    return change;
}

/// A table over finished row structs. Row::key() is equal for two states of the same thing, and
/// operator== compares the states. setRows() never resets the model, so selections survive: it
/// changes, inserts and removes only the rows that differ.
template <class Row>
class RowsModel : public TableModel
{
public:
    using TableModel::TableModel;

    const QList<Row>& allRows() const { return m_rows; }

    /// Returns null when there is no such row.
    const Row* rowAt(int row) const
    {
        return row >= 0 && row < m_rows.size() ? &m_rows.at(row) : nullptr;
    }

    void setRows(QList<Row> next) { apply(rowsChange(m_rows, std::move(next))); }

    /// Does what setRows() does with a change that was found out before. It must start from the
    /// present rows; otherwise it is found out again.
    void apply(const RowsChange<Row>& change)
    {
        if (!m_rows.isSharedWith(change.from) && !(m_rows.isEmpty() && change.from.isEmpty()))
            return setRows(change.to);
        setChanging(true);
        const int head = int(change.head);
        if (change.removed > 0) {
            beginRemoveRows({}, head, head + int(change.removed) - 1);
            m_rows = change.added > 0 ? change.between : change.to;
            endRemoveRows();
        }
        if (change.added > 0) {
            beginInsertRows({}, head, head + int(change.added) - 1);
            m_rows = change.to;
            endInsertRows();
        }
        m_rows = change.to;
        if (change.firstChanged <= change.lastChanged)
            Q_EMIT dataChanged(index(int(change.firstChanged), 0),
                               index(int(change.lastChanged), columns() - 1));
        setChanging(false);
    }

protected:
    int rows() const final { return int(m_rows.size()); }

    const Row& row(int index) const { return m_rows.at(index); }

    /// Shows the same rows in another order. Views keep their selection.
    void permute(QList<Row> next)
    {
        setChanging(true);
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        const auto before = persistentIndexList();
        QModelIndexList after;
        for (const QModelIndex& each : before) {
            const auto key = m_rows.at(each.row()).key();
            const auto found = std::ranges::find_if(
                next, [&key](const Row& candidate) { return candidate.key() == key; });
            after.append(found == next.end()
                             ? QModelIndex()
                             : createIndex(int(found - next.begin()), each.column()));
        }
        m_rows = std::move(next);
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
        setChanging(false);
    }

private:
    QList<Row> m_rows;
};

} // namespace faultline::ui
