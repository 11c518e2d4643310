// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// A place in memory that a search has found.
struct HitRow
{
    quint64 address = 0;
    QString addressText;
    QString place; ///< Where it lies.
    QString found; ///< Which of several forms of the text stands there; empty for one form.

    quint64 key() const { return address; }

    bool operator==(const HitRow&) const = default;
};

class HitModel final : public ColumnsModel<HitRow>
{
    Q_DECLARE_TR_FUNCTIONS(HitModel)

public:
    enum Column { AddressColumn, PlaceColumn, FoundColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A text that a register or a word of the stack leads to.
struct TextRow
{
    quint64 address = 0;
    QString where; ///< "rdi", "stack + 0x20"
    QString addressText;
    QString encoding;
    QString length;
    QString text;

    quint64 key() const { return address; }

    bool operator==(const TextRow&) const = default;
};

class TextModel final : public ColumnsModel<TextRow>
{
    Q_DECLARE_TR_FUNCTIONS(TextModel)

public:
    enum Column {
        WhereColumn,
        TextColumn,
        EncodingColumn,
        LengthColumn,
        AddressColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// What bytes mean as one type, in both byte orders.
struct ValueRow
{
    QString type; ///< "i32"
    QString little;
    QString big; ///< Empty for types without a byte order.

    QString key() const { return type; }

    bool operator==(const ValueRow&) const = default;
};

class ValueModel final : public ColumnsModel<ValueRow>
{
    Q_DECLARE_TR_FUNCTIONS(ValueModel)

public:
    enum Column { TypeColumn, LittleColumn, BigColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
