// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QList>
#include <QMap>
#include <QString>

#include <functional>
#include <span>

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

/// Its texts stand in the rows.
using PlainColumn = TableColumn<PlainRow>;

/// A list whose rows need no more than texts, badges and bars.
class CellsModel final : public ColumnsModel<PlainRow>
{
public:
    /// The columns outlive the model.
    explicit CellsModel(std::span<const PlainColumn> columns, QObject* parent = nullptr);

    /// For a title that depends on what the rows are. It is asked again for each language.
    void setTitle(int column, std::function<QString()> title);

protected:
    Table table() const override { return m_columns; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

private:
    std::span<const PlainColumn> m_columns;
    QMap<int, std::function<QString()>> m_titles;
};

} // namespace faultline::ui
