// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/table_model.h"

#include <QCoreApplication>
#include <QDateTime>

#include <deque>

namespace faultline::ui {

struct LogRow
{
    enum class Level { Trace, Debug, Info, Warning, Error };

    QDateTime time;
    Level level = Level::Info;
    QString category;
    QString message;
};

/// A ring of log lines, newest last.
class LogModel final : public ColumnsModel<LogRow, TableModel>
{
    Q_DECLARE_TR_FUNCTIONS(LogModel)

public:
    enum Column { TimeColumn, LevelColumn, CategoryColumn, MessageColumn, ColumnCount };

    static constexpr int kCapacity = 200'000;

    using ColumnsModel::ColumnsModel;

    void append(const QList<LogRow>& rows);
    void clear();
    /// Returns one line per row, with tabs between the columns.
    QString text() const;

protected:
    int rows() const override { return int(m_rows.size()); }

    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void dropOldest(int count);

    std::deque<LogRow> m_rows;
};

} // namespace faultline::ui
