// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"
#include "ui/models/sorted_rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// One stream of a minidump or one note of a core file.
struct StreamRow
{
    int index = -1; ///< Position in the file's directory.
    QString type;   ///< "ThreadList"; a substitute when the type has no name.
    QString number; ///< "0x0003"
    QString vendor;
    QString offset;
    QString size;
    QString status;      ///< The status in one word.
    QString explanation; ///< Says what the status means for this stream and names any damage.
    BadgeStyle statusStyle = BadgeStyle::Plain;
    qint64 offsetValue = 0;
    qint64 sizeBytes = 0;

    int key() const { return index; }

    bool operator==(const StreamRow&) const = default;
};

/// The streams of a file in the order of its directory.
class StreamModel final : public ColumnsModel<StreamRow, SortedRowsModel<StreamRow>>
{
    Q_DECLARE_TR_FUNCTIONS(StreamModel)

public:
    enum Column {
        IndexColumn,
        TypeColumn,
        NumberColumn,
        VendorColumn,
        OffsetColumn,
        SizeColumn,
        StatusColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
    QVariant sortKey(const StreamRow& stream, int column) const override;
};

} // namespace faultline::ui
