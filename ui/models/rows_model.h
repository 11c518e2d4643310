#pragma once

#include "ui/models/table_model.h"

#include <QList>

#include <algorithm>

namespace faultline::ui {

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

    void setRows(QList<Row> next)
    {
        setChanging(true);
        const qsizetype head = commonHead(next);
        const qsizetype tail = commonTail(next, head);
        replaceMiddle(next, head, tail);
        refresh(next, 0, head);
        refresh(next, next.size() - tail, next.size());
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
    qsizetype commonHead(const QList<Row>& next) const
    {
        const auto limit = std::min(m_rows.size(), next.size());
        qsizetype head = 0;
        while (head < limit && m_rows.at(head).key() == next.at(head).key())
            ++head;
        return head;
    }

    qsizetype commonTail(const QList<Row>& next, qsizetype head) const
    {
        const auto limit = std::min(m_rows.size(), next.size()) - head;
        qsizetype tail = 0;
        while (tail < limit &&
               m_rows.at(m_rows.size() - 1 - tail).key() == next.at(next.size() - 1 - tail).key())
            ++tail;
        return tail;
    }

    void replaceMiddle(const QList<Row>& next, qsizetype head, qsizetype tail)
    {
        const auto removed = m_rows.size() - head - tail;
        if (removed > 0) {
            beginRemoveRows({}, int(head), int(head + removed - 1));
            m_rows.remove(head, removed);
            endRemoveRows();
        }
        const auto added = next.size() - head - tail;
        if (added > 0) {
            beginInsertRows({}, int(head), int(head + added - 1));
            m_rows = m_rows.first(head) + next.sliced(head, added) + m_rows.sliced(head);
            endInsertRows();
        }
    }

    /// Takes over the rows [from, to). Reports one range from the first to the last row that
    /// differs.
    void refresh(const QList<Row>& next, qsizetype from, qsizetype to)
    {
        qsizetype first = to;
        qsizetype last = from;
        for (qsizetype i = from; i < to; ++i) {
            if (m_rows.at(i) == next.at(i))
                continue;
            m_rows[i] = next.at(i);
            first = std::min(first, i);
            last = i;
        }
        if (first < to)
            Q_EMIT dataChanged(index(int(first), 0), index(int(last), columns() - 1));
    }

    QList<Row> m_rows;
};

} // namespace faultline::ui
