// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// A source file of a report and where a mapping leads.
struct MappedFileRow
{
    enum class State { Unmapped, Checking, Found, Missing };

    QString recorded;
    QString local; ///< Empty when no mapping fits.
    State state = State::Unmapped;

    QString key() const { return recorded; }

    bool operator==(const MappedFileRow&) const = default;
};

/// What path mappings do to the source files of a report.
class MappedFileModel final : public ColumnsModel<MappedFileRow>
{
    Q_DECLARE_TR_FUNCTIONS(MappedFileModel)

public:
    enum Column { RecordedColumn, LocalColumn, StateColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A rule for source paths.
struct MappingRow
{
    QString recorded;
    QString local;

    QString key() const { return recorded; }

    bool operator==(const MappingRow&) const = default;
};

class MappingModel final : public ColumnsModel<MappingRow>
{
    Q_DECLARE_TR_FUNCTIONS(MappingModel)

public:
    enum Column { RecordedColumn, LocalColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
