// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/memory_lists.h"

#include "ui/models/roles.h"

#include <QStringList>

namespace faultline::ui {

namespace {

QString textOf(const HitRow& row, int column)
{
    switch (column) {
    case HitModel::AddressColumn: return row.addressText;
    case HitModel::PlaceColumn: return row.place;
    case HitModel::FoundColumn: return row.found;
    default: return {};
    }
}

QString textOf(const TextRow& row, int column)
{
    switch (column) {
    case TextModel::WhereColumn: return row.where;
    case TextModel::TextColumn: return row.text;
    case TextModel::EncodingColumn: return row.encoding;
    case TextModel::LengthColumn: return row.length;
    case TextModel::AddressColumn: return row.addressText;
    default: return {};
    }
}

QString textOf(const ValueRow& row, int column)
{
    switch (column) {
    case ValueModel::TypeColumn: return row.type;
    case ValueModel::LittleColumn: return row.little;
    case ValueModel::BigColumn: return row.big;
    default: return {};
    }
}

QString sentenceOf(const QStringList& parts)
{
    QStringList known = parts;
    known.removeAll(QString());
    return known.join(QStringLiteral(", "));
}

} // namespace

QVariant HitModel::cell(int index, int column, int role) const
{
    const HitRow& hit = row(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return textOf(hit, column);
    case Qt::AccessibleTextRole:
        return column == AddressColumn
                   ? QVariant(sentenceOf({hit.addressText, hit.place, hit.found}))
                   : QVariant();
    case FaceRole: return int(column == AddressColumn ? Face::Fixed : Face::Interface);
    case ToneRole: return int(column == AddressColumn ? Tone::Normal : Tone::Dim);
    default: return {};
    }
}

QString HitModel::headerCell(int column) const
{
    switch (column) {
    case AddressColumn: return tr("Address");
    case PlaceColumn: return tr("Lies in");
    case FoundColumn: return tr("As");
    default: return {};
    }
}

QVariant TextModel::cell(int index, int column, int role) const
{
    const TextRow& text = row(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return textOf(text, column);
    case Qt::AccessibleTextRole:
        return column == WhereColumn
                   ? QVariant(sentenceOf({text.where, text.text, text.encoding, text.addressText}))
                   : QVariant();
    case FaceRole:
        return int(column == EncodingColumn || column == LengthColumn ? Face::Interface
                                                                      : Face::Fixed);
    case ToneRole: return int(column == TextColumn ? Tone::Normal : Tone::Dim);
    default: return {};
    }
}

QString TextModel::headerCell(int column) const
{
    switch (column) {
    case WhereColumn: return tr("Behind");
    case TextColumn: return tr("Text");
    case EncodingColumn: return tr("Encoding");
    case LengthColumn: return tr("Length");
    case AddressColumn: return tr("Address");
    default: return {};
    }
}

QVariant ValueModel::cell(int index, int column, int role) const
{
    const ValueRow& value = row(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return textOf(value, column);
    case Qt::AccessibleTextRole:
        if (column != TypeColumn)
            return {};
        return value.big.isEmpty() ? QVariant(sentenceOf({value.type, value.little}))
                                   : QVariant(tr("%1: little endian %2, big endian %3")
                                                  .arg(value.type, value.little, value.big));
    case FaceRole: return int(column == TypeColumn ? Face::Interface : Face::Fixed);
    case ToneRole: return int(column == LittleColumn ? Tone::Normal : Tone::Dim);
    default: return {};
    }
}

QString ValueModel::headerCell(int column) const
{
    switch (column) {
    case TypeColumn: return tr("As");
    case LittleColumn: return tr("Little endian");
    case BigColumn: return tr("Big endian");
    default: return {};
    }
}

} // namespace faultline::ui
