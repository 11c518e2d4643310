// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// One fact about an event or module.
struct DetailRow
{
    QString name;
    QString value;
    bool isFixed = false;     ///< Addresses and identifiers use the fixed font.
    bool isAboutFile = false; ///< What the file says of itself, not of the crash.
    bool isHeading = false;   ///< Heads the facts about the file; `value` is their number.

    QString key() const { return name; }

    bool operator==(const DetailRow&) const = default;
};

/// Facts in two columns, name and value. Those about the file stand below the others and are folded
/// until the user opens them.
class DetailModel final : public ColumnsModel<DetailRow>
{
    Q_DECLARE_TR_FUNCTIONS(DetailModel)

public:
    enum Column { NameColumn, ValueColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

    void setFacts(QList<DetailRow> facts);
    /// Opens or closes the facts about the file.
    void toggle();

    bool isOpen() const { return m_isOpen; }

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void layOut();
    QVariant headingCell(const DetailRow& heading, int column, int role) const;

    QList<DetailRow> m_facts;
    bool m_isOpen = false;
};

} // namespace faultline::ui
