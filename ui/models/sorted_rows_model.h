// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCollator>
#include <QLocale>
#include <QVariant>

#include <algorithm>

namespace faultline::ui {

/// Rows that the user can sort by a column. The selection stays with its row. Without a column the
/// rows stand in the order in which they were given.
template <class Row>
class SortedRowsModel : public RowsModel<Row>
{
public:
    using RowsModel<Row>::RowsModel;

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override
    {
        m_column = column;
        m_order = order;
        this->permute(sorted());
    }

    /// Shows these rows, in the order that the user chose.
    void giveRows(QList<Row> rows)
    {
        m_given = std::move(rows);
        this->setRows(sorted());
    }

protected:
    /// A number, or a text that is compared as people read it.
    virtual QVariant sortKey(const Row& row, int column) const = 0;

private:
    QList<Row> sorted() const
    {
        if (m_column < 0)
            return m_given;
        // The C locale compares bytes.
        const bool isPlain = QLocale().language() == QLocale::C;
        QCollator collator(isPlain ? QLocale(QLocale::English) : QLocale());
        collator.setNumericMode(true);
        collator.setCaseSensitivity(Qt::CaseInsensitive);
        const auto isLess = [&](const Row& a, const Row& b) {
            const QVariant first = sortKey(a, m_column);
            const QVariant second = sortKey(b, m_column);
            if (first.typeId() == QMetaType::QString)
                return collator.compare(first.toString(), second.toString()) < 0;
            return first.toLongLong() < second.toLongLong();
        };
        QList<Row> rows = m_given;
        if (m_order == Qt::AscendingOrder)
            std::ranges::stable_sort(rows, isLess);
        else
            std::ranges::stable_sort(rows,
                                     [&](const Row& a, const Row& b) { return isLess(b, a); });
        return rows;
    }

    QList<Row> m_given;
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace faultline::ui
