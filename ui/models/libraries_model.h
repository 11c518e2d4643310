// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>

namespace faultline::ui {

/// A library of crash reports, as it was when it was last open.
struct LibraryFileRow
{
    QString file;
    quint64 reports = 0;
    quint64 regressions = 0;
    quint64 newGroups = 0;
    bool isKnown = false; ///< Its numbers are known.
    bool exists = true;

    QString key() const { return file; }

    bool operator==(const LibraryFileRow&) const = default;
};

/// The libraries that the window knows, with two lines each.
class LibrariesModel final : public ColumnsModel<LibraryFileRow>
{
    Q_DECLARE_TR_FUNCTIONS(LibrariesModel)

public:
    enum Column { NameColumn, CountColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString name(const LibraryFileRow& library);
    static QString remark(const LibraryFileRow& library);
    static QString count(const LibraryFileRow& library);
};

} // namespace faultline::ui
