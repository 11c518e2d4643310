// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QStringList>

namespace faultline::ui {

/// Something that the file says, in columns as finished texts.
struct FactRow
{
    int index = 0;
    QStringList texts;
    QString sentence;

    int key() const { return index; }

    bool operator==(const FactRow&) const = default;
};

/// A list of what the file says: annotations, breadcrumbs, handles, or unloaded modules.
class FactModel final : public ColumnsModel<FactRow>
{
    Q_DECLARE_TR_FUNCTIONS(FactModel)

public:
    enum class Kind {
        Annotations, ///< Key, Value, From.
        Breadcrumbs, ///< Time, Level, Category, Message.
        Handles,     ///< Handle, Type, Name, Access, Count.
        Unloaded     ///< Name, Begin, End, Code ID.
    };

    explicit FactModel(Kind kind, QObject* parent = nullptr) : ColumnsModel(parent), m_kind(kind) {}

    Kind kind() const { return m_kind; }

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    Kind m_kind;
};

} // namespace faultline::ui
