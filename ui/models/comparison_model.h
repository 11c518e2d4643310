// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>

namespace faultline::ui {

/// What two reports have to do with each other in one row.
enum class Relation {
    Same,
    OtherLine,
    Changed,
    Moved,
    OnlyLeft,
    OnlyRight,
    OtherVersion,
    OtherBuild
};

/// "same", "changed", "moved", …
QString relationText(Relation relation);
BadgeStyle relationBadge(Relation relation);

/// A line of two stacks side by side.
struct ComparedFrameRow
{
    Relation relation = Relation::Same;
    QString leftNumber{};
    QString left{};      ///< Of a frame that has moved away, where it is now.
    QString leftPlace{}; ///< "node.h:212"; empty when unknown.
    QString rightNumber{};
    QString right{};
    QString rightPlace{};
    bool isLeftFrame = false; ///< Otherwise `left` is a remark.
    bool isRightFrame = false;
    bool isOwn = false;
    int at = 0;

    int key() const { return at; }

    bool operator==(const ComparedFrameRow&) const = default;
};

class ComparedFrameModel final : public ColumnsModel<ComparedFrameRow>
{
    Q_DECLARE_TR_FUNCTIONS(ComparedFrameModel)

public:
    enum Column {
        LeftNumberColumn,
        LeftColumn,
        LeftPlaceColumn,
        RelationColumn,
        RightNumberColumn,
        RightColumn,
        RightPlaceColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString sentence(const ComparedFrameRow& row);
};

/// A fact or a module of two reports.
struct ComparedFactRow
{
    QString name;
    QString left;
    QString right;
    Relation relation = Relation::Same;
    bool isFixed = false; ///< Of a fixed width, such as ids.

    QString key() const { return name; }

    bool operator==(const ComparedFactRow&) const = default;
};

class ComparedFactModel final : public ColumnsModel<ComparedFactRow>
{
    Q_DECLARE_TR_FUNCTIONS(ComparedFactModel)

public:
    enum Column { NameColumn, LeftColumn, RightColumn, RelationColumn, ColumnCount };

    /// `title` is that of the first column.
    explicit ComparedFactModel(QString title, QObject* parent = nullptr);

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

private:
    static QString valueText(const QString& value);

    QString m_title;
};

} // namespace faultline::ui
