// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// One kind of cached files, as finished texts.
struct CacheRow
{
    QString kind{}; ///< The name of its folder.
    QString name{};
    QString remark{};  ///< What the files are; may be empty.
    int perMille = 0;  ///< Its size, of the largest kind's.
    quint64 bytes = 0; ///< On disk.
    QString size{};
    QString entries{};
    QString oldest{}; ///< Since the use that is longest ago.
    QString keptFor{};

    QString key() const { return kind; }

    bool operator==(const CacheRow&) const = default;
};

/// The kinds of cached files, the largest first.
class CacheModel final : public ColumnsModel<CacheRow>
{
    Q_DECLARE_TR_FUNCTIONS(CacheModel)

public:
    enum Column {
        NameColumn,
        AmountColumn,
        SizeColumn,
        EntriesColumn,
        OldestColumn,
        KeptColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
