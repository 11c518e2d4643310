// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>

namespace faultline::ui {

/// One place where a module's file was looked for, as finished texts.
struct CandidateRow
{
    QString source;
    QString location;
    QString outcome; ///< Text of the badge: "404 not found", "found, wrong build".
    BadgeStyle outcomeStyle = BadgeStyle::Plain;
    QString remark;      ///< Second line: the location, or what the outcome means for the next try.
    QString explanation; ///< Everything that is known, for the tool tip.
    bool isUnwind = false; ///< The file was wanted for unwinding only.

    QString key() const { return source + u'\n' + location; }

    bool operator==(const CandidateRow&) const = default;
};

/// The list "What was tried".
class CandidateModel final : public ColumnsModel<CandidateRow>
{
    Q_DECLARE_TR_FUNCTIONS(CandidateModel)

public:
    enum Column { SourceColumn, OutcomeColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

    Qt::Alignment alignment(int column) const override
    {
        return column == OutcomeColumn ? Qt::AlignRight | Qt::AlignTop
                                       : ColumnsModel::alignment(column);
    }
};

} // namespace faultline::ui
