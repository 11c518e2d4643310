// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

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

class RuleMoveModel final : public ColumnsModel<RuleMoveRow>
{
    Q_DECLARE_TR_FUNCTIONS(RuleMoveModel)

public:
    enum Column { BeforeColumn, AfterColumn, ReportsColumn, FateColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

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

class RuleTraceModel final : public ColumnsModel<RuleTraceRow>
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

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString sentence(const RuleTraceRow& row);
};

} // namespace faultline::ui
