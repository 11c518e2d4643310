// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

#include <QString>
#include <QVariant>

#include <cstddef>

namespace faultline::ui {

/// How much room a view gives a column.
struct ColumnRoom
{
    /// In characters of the interface font. A column of 0 takes what the others leave.
    double width = 20;
    /// Firm columns hold short facts, such as the label of a value: they are cut only when they
    /// need more than this share of their width. 0: the column gives way where room is short.
    double firmness = 0;
    /// A column of addresses or values, which say something else when they are cut. The table
    /// scrolls where it does not fit.
    bool isWhole = false;
};

/// One column of a table: all that is the same in each of its cells. A model lists its columns in
/// one array in the order of its enumeration (ColumnsModel).
template <class Row>
struct TableColumn
{
    int id = 0; ///< Its enumerator, which is its place in the array.
    /// Its title in the user's language; null for a column of marks.
    QString (*title)() = nullptr;
    /// What stands in its cells; null where views paint something else.
    QVariant (*text)(const Row& row) = nullptr;
    ColumnRoom room{};
    Tone tone = Tone::Normal;
    Face face = Face::Interface;
    bool isRight = false;
    Qt::TextElideMode elide = Qt::ElideRight;
};

template <class Row, class Value>
Row rowOfMember(Value Row::*);

/// The text of a column whose cells show a member of their row: `field<&ModuleRow::name>`.
template <auto member>
QVariant field(const decltype(rowOfMember(member))& row)
{
    return row.*member;
}

/// Has each enumerator its column, and does the column stand at its place?
template <int columnCount, class Row, std::size_t size>
constexpr bool isWholeTable(const TableColumn<Row> (&columns)[size])
{
    for (std::size_t i = 0; i < size; ++i) {
        if (columns[i].id != int(i))
            return false;
    }
    return size == std::size_t(columnCount);
}

} // namespace faultline::ui
