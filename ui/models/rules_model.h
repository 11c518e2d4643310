// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"
#include "ui/models/rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// Reports of a group that would get one signature.
struct RuleMoveRow
{
    enum class Fate { Stays, Moves, New, Joins };

    QString before; ///< The group's signature.
    QString after;
    QString reports;
    Fate fate = Fate::Stays;
    int at = 0;

    int key() const { return at; }

    bool operator==(const RuleMoveRow&) const = default;
};

class RuleMoveModel final : public RowsModel<RuleMoveRow>
{
    Q_DECLARE_TR_FUNCTIONS(RuleMoveModel)

public:
    enum Column { BeforeColumn, AfterColumn, ReportsColumn, FateColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
    Qt::Alignment alignment(int column) const override;

private:
    static QString fateText(RuleMoveRow::Fate fate);
};

/// What became of a frame of the open report, or a later step of its signature, by the rules in
/// force and by the edited ones.
struct RuleTraceRow
{
    QString number;
    QString text; ///< The frame, or the name of the step.
    QString now;
    QString nowBecause;
    QString then;
    QString thenBecause;
    BadgeStyle nowBadge = BadgeStyle::None;
    BadgeStyle thenBadge = BadgeStyle::None;
    bool isFrame = true;
    int at = 0;

    int key() const { return at; }

    bool isSame() const { return now == then && nowBecause == thenBecause; }

    bool operator==(const RuleTraceRow&) const = default;
};

class RuleTraceModel final : public RowsModel<RuleTraceRow>
{
    Q_DECLARE_TR_FUNCTIONS(RuleTraceModel)

public:
    enum Column {
        NumberColumn,
        TextColumn,
        NowColumn,
        NowBecauseColumn,
        ThenColumn,
        ThenBecauseColumn,
        ColumnCount
    };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
    Qt::Alignment alignment(int column) const override;

private:
    static QString text(const RuleTraceRow& row, int column);
    static QString sentence(const RuleTraceRow& row);
};

} // namespace faultline::ui
