// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/module_row.h"
#include "ui/models/sorted_rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// Modules of an event. Modules without frames are hidden until the user asks for them.
class ModuleModel final : public ColumnsModel<ModuleRow, SortedRowsModel<ModuleRow>>
{
    Q_DECLARE_TR_FUNCTIONS(ModuleModel)

public:
    enum Column {
        NameColumn,
        StatusColumn,
        VersionColumn,
        DebugFileColumn,
        DebugIdColumn,
        FeaturesColumn,
        FramesColumn,
        CodeIdColumn,
        ArchColumn,
        BaseColumn,
        SizeColumn,
        PathColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    void setModules(QList<ModuleRow> modules);
    void setShowAll(bool showAll);

    bool showsAll() const { return m_showAll; }

    const QList<ModuleRow>& modules() const { return m_modules; }

    int hiddenCount() const { return int(m_modules.size() - allRows().size()); }

    /// Returns a summary such as "43 loaded · 6 on stack".
    QString summary() const;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
    QVariant sortKey(const ModuleRow& module, int column) const override;

private:
    void arrange();

    QList<ModuleRow> m_modules;
    bool m_showAll = false;
};

} // namespace faultline::ui
