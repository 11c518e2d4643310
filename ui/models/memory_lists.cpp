// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/memory_lists.h"

#include "ui/models/roles.h"

#include <QStringList>

namespace faultline::ui {

namespace {

QString sentenceOf(const QStringList& parts)
{
    QStringList known = parts;
    known.removeAll(QString());
    return known.join(QStringLiteral(", "));
}

} // namespace

HitModel::Table HitModel::table() const
{
    static constexpr TableColumn<HitRow> kColumns[] = {
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = field<&HitRow::addressText>,
         .room = {.width = 17, .isWhole = true},
         .face = Face::Fixed},
        {.id = PlaceColumn,
         .title = [] { return tr("Lies in"); },
         .text = field<&HitRow::place>,
         .room = {.width = 0},
         .tone = Tone::Dim},
        {.id = FoundColumn,
         .title = [] { return tr("As"); },
         .text = field<&HitRow::found>,
         .room = {.width = 9},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant HitModel::cell(int index, int column, int role) const
{
    const HitRow& hit = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(hit, column);
    case Qt::AccessibleTextRole:
        return column == AddressColumn
                   ? QVariant(sentenceOf({hit.addressText, hit.place, hit.found}))
                   : QVariant();
    default: return cellOfColumn(hit, column, role);
    }
}

TextModel::Table TextModel::table() const
{
    static constexpr TableColumn<TextRow> kColumns[] = {
        {.id = WhereColumn,
         .title = [] { return tr("Behind"); },
         .text = field<&TextRow::where>,
         .room = {.width = 13, .firmness = 1},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = TextColumn,
         .title = [] { return tr("Text"); },
         .text = field<&TextRow::text>,
         .room = {.width = 0},
         .face = Face::Fixed},
        {.id = EncodingColumn,
         .title = [] { return tr("Encoding"); },
         .text = field<&TextRow::encoding>,
         .room = {.width = 8, .firmness = 1},
         .tone = Tone::Dim},
        {.id = LengthColumn,
         .title = [] { return tr("Length"); },
         .text = field<&TextRow::length>,
         .room = {.width = 6},
         .tone = Tone::Dim},
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = field<&TextRow::addressText>,
         .room = {.width = 17, .isWhole = true},
         .tone = Tone::Dim,
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant TextModel::cell(int index, int column, int role) const
{
    const TextRow& found = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(found, column);
    case Qt::AccessibleTextRole:
        return column == WhereColumn ? QVariant(sentenceOf({found.where, found.text, found.encoding,
                                                            found.addressText}))
                                     : QVariant();
    default: return cellOfColumn(found, column, role);
    }
}

ValueModel::Table ValueModel::table() const
{
    static constexpr TableColumn<ValueRow> kColumns[] = {
        {.id = TypeColumn,
         .title = [] { return tr("As"); },
         .text = field<&ValueRow::type>,
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim},
        {.id = LittleColumn,
         .title = [] { return tr("Little endian"); },
         .text = field<&ValueRow::little>,
         .room = {.width = 0},
         .face = Face::Fixed},
        {.id = BigColumn,
         .title = [] { return tr("Big endian"); },
         .text = field<&ValueRow::big>,
         .room = {.width = 20, .firmness = 1},
         .tone = Tone::Dim,
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ValueModel::cell(int index, int column, int role) const
{
    const ValueRow& value = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(value, column);
    case Qt::AccessibleTextRole:
        if (column != TypeColumn)
            return {};
        return value.big.isEmpty() ? QVariant(sentenceOf({value.type, value.little}))
                                   : QVariant(tr("%1: little endian %2, big endian %3")
                                                  .arg(value.type, value.little, value.big));
    default: return cellOfColumn(value, column, role);
    }
}

} // namespace faultline::ui
