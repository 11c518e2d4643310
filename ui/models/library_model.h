// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/library_row.h"

#include <QCoreApplication>

namespace faultline::ui {

/// The groups or the reports that a search of the library finds, as far as they have been read.
class LibraryModel final : public ColumnsModel<LibraryRow>
{
    Q_DECLARE_TR_FUNCTIONS(LibraryModel)

public:
    enum Column {
        SignatureColumn,
        DaysColumn,
        AmountColumn,
        SeenColumn,
        VersionsColumn,
        StatusColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    /// Says what the columns are; the rows must be of this kind.
    void showGroups(bool areGroups);

    bool showsGroups() const { return m_areGroups; }

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString secondLine(const LibraryRow& row, int column);
    static QString sentence(const LibraryRow& row);
    static QVariant days(const LibraryRow& row);

    bool m_areGroups = true;
};

/// The frames of a stored report.
class StoredFrameModel final : public ColumnsModel<StoredFrameRow>
{
    Q_DECLARE_TR_FUNCTIONS(StoredFrameModel)

public:
    enum Column { NumberColumn, FunctionColumn, ModuleColumn, ShareColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString sentence(const StoredFrameRow& frame);
};

/// How frequent values are in a group and in the whole library, below the names of their fields.
class ShareModel final : public ColumnsModel<ShareRow>
{
    Q_DECLARE_TR_FUNCTIONS(ShareModel)

public:
    enum Column { ValueColumn, AmountColumn, HereColumn, EverywhereColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
