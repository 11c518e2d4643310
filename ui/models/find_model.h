// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/find_row.h"

#include <QCoreApplication>
#include <QPair>
#include <QSet>

#include <optional>

namespace faultline::ui {

/// What a search in stacks has found, in groups that open and close.
class FindModel final : public ColumnsModel<FindRow>
{
    Q_DECLARE_TR_FUNCTIONS(FindModel)

public:
    enum Column { NumberColumn, FunctionColumn, ModuleColumn, LocationColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

    /// Each head stands before its frames. Groups are closed where `areClosed`, unless the user
    /// toggled them; toggles count as long as `areClosed` stays the same.
    void setFound(QList<FindRow> found, bool areClosed);
    /// Adds groups after the present ones.
    void addFound(const QList<FindRow>& found);
    /// Opens or closes the group that this row heads.
    void toggle(int row);
    /// The next row that has a match, or with -1 the previous one; goes on at the other end. While
    /// all groups are closed, heads are matches.
    std::optional<int> nextMatch(int row, int step) const;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    using Group = QPair<qint64, int>; ///< Report and thread.

    QVariant headCell(const FindRow& head, int column, int role) const;
    bool isOpen(const FindRow& head) const;
    void arrange();

    QList<FindRow> m_found;
    QSet<Group> m_toggled;
    bool m_areClosed = false;
};

} // namespace faultline::ui
