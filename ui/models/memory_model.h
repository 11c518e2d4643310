// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QString>

namespace faultline::ui {

/// A row of memory as finished texts.
struct MemoryRow
{
    quint64 address = 0;
    QString addressText;
    QString words; ///< Digits of the words; dots for bytes that nobody has.
    QString text;
    QString meaning;
    bool isAbsent = false; ///< None of its bytes is known.
    bool isFromFile = false;
    bool isCode = false;  ///< A word of it points to code.
    bool isPlace = false; ///< The place that the user went to.
    quint64 target = 0;   ///< Where its first pointer leads; 0 without one.
    QString sentence;

    quint64 key() const { return address; }

    bool operator==(const MemoryRow&) const = default;
};

/// Memory as rows of words.
class MemoryModel final : public ColumnsModel<MemoryRow>
{
    Q_DECLARE_TR_FUNCTIONS(MemoryModel)

public:
    enum Column { AddressColumn, WordsColumn, TextColumn, MeaningColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A run of addresses as finished texts.
struct RegionRow
{
    quint64 address = 0;
    bool isGap = false;
    QString start;
    QString end;
    QString size;
    QString access;
    QString kind;
    QString owner;
    QString saved; ///< So much of it is in the file.
    bool isExecutable = false;
    bool isFault = false; ///< The process ended because of an address here.
    quint64 sizeBytes = 0;
    quint64 savedBytes = 0;
    QString sentence;

    quint64 key() const { return address; }

    bool operator==(const RegionRow&) const = default;
};

/// The address space, with its gaps.
class RegionModel final : public ColumnsModel<RegionRow>
{
    Q_DECLARE_TR_FUNCTIONS(RegionModel)

public:
    enum Column {
        StartColumn,
        EndColumn,
        SizeColumn,
        AccessColumn,
        KindColumn,
        OwnerColumn,
        SavedColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
