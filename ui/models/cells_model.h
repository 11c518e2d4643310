// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"
#include "ui/models/rows_model.h"

#include <QList>
#include <QString>

#include <functional>

namespace faultline::ui {

/// One cell of a plain list.
struct PlainCell
{
    QString text{};
    Tone tone = Tone::Normal;
    Face face = Face::Interface;
    BadgeStyle badge = BadgeStyle::None;
    Mark mark = Mark::None;
    int perMille = -1; ///< A bar of this length in place of the text; -1: none.
    bool isHatched = false;
    bool isPath = false; ///< It is cut at its start.
    bool isRight = false;

    bool operator==(const PlainCell&) const = default;
};

/// One row: its cells, and what screen readers say of it.
struct PlainRow
{
    QString id{}; ///< Unique in its list.
    QList<PlainCell> cells{};
    QString sentence{};
    QString toolTip{};

    QString key() const { return id; }

    bool operator==(const PlainRow&) const = default;
};

/// A list whose rows need no more than texts, badges and bars.
class CellsModel final : public RowsModel<PlainRow>
{
public:
    using Title = std::function<QString(int column)>;

    /// `title` is asked again for each language.
    CellsModel(int columns, Title title, QObject* parent = nullptr);

protected:
    int columns() const override { return m_columns; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
    Qt::Alignment alignment(int column) const override;

private:
    int m_columns;
    Title m_title;
};

} // namespace faultline::ui
