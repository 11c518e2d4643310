// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/register_model.h"

#include <algorithm>

namespace faultline::ui {

namespace {

QString flagsText(const RegisterRow& row)
{
    QStringList set;
    for (const RegisterFlag& flag : row.flags) {
        if (flag.isSet)
            set.append(flag.name + u' ' + flag.word);
    }
    return set.join(QStringLiteral(", "));
}

Tone toneOf(const RegisterRow& reg, int column)
{
    if (reg.formsFaultAddress && column != RegisterModel::NameColumn)
        return Tone::Crash;
    if (column != RegisterModel::ValueColumn)
        return Tone::Dim;
    return reg.value.isEmpty() ? Tone::Faint : Tone::Normal;
}

} // namespace

QVariant RegisterModel::cell(int index, int column, int role) const
{
    const RegisterRow& reg = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(reg, column);
    case Qt::ToolTipRole: return sentence(reg);
    case Qt::AccessibleTextRole: return column == NameColumn ? QVariant(sentence(reg)) : QVariant();
    case FaceRole:
        return int(reg.isChanged && column == ValueColumn ? Face::FixedBold : Face::Fixed);
    case MarkRole: return int(column == NameColumn && reg.isChanged ? Mark::Changed : Mark::None);
    case IndentRole: return column == NameColumn ? 1 : 0;
    case GroupRole: return int(reg.group);
    case KindRole: return int(reg.kind);
    case ToneRole: return int(toneOf(reg, column));
    default: return {};
    }
}

QString RegisterModel::text(const RegisterRow& reg, int column) const
{
    if (reg.kind == RegisterRow::Kind::Flags)
        return column == ValueColumn ? flagsText(reg) : QString();
    switch (column) {
    case NameColumn: return reg.name;
    case ValueColumn:
        return reg.value.isEmpty() && reg.kind == RegisterRow::Kind::Register ? tr("not recovered")
                                                                              : reg.value;
    case PointsToColumn: return reg.pointsTo;
    default: return {};
    }
}

QString RegisterModel::sentence(const RegisterRow& reg) const
{
    if (reg.kind == RegisterRow::Kind::Heading)
        return reg.name;
    if (reg.kind == RegisterRow::Kind::Flags) {
        const QString set = flagsText(reg);
        return set.isEmpty() ? tr("No flag is set") : tr("Flags that are set: %1").arg(set);
    }
    if (reg.value.isEmpty())
        return tr("Register %1, not recovered for this frame").arg(reg.name);
    QString text = tr("Register %1, %2, %3").arg(reg.name, reg.value, reg.pointsTo);
    if (reg.formsFaultAddress)
        text = tr("%1, in the address of the fault").arg(text);
    return reg.isChanged
               ? tr("%1, changed since the caller, which had %2").arg(text, reg.callerValue)
               : text;
}

QString RegisterModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Register");
    case ValueColumn: return tr("Value");
    case PointsToColumn: return tr("Points to");
    default: return {};
    }
}

namespace {

struct PartWords
{
    Q_DECLARE_TR_FUNCTIONS(RegisterParts)
};

QString partText(RegisterRow::Part part)
{
    switch (part) {
    case RegisterRow::Part::General: return PartWords::tr("General");
    case RegisterRow::Part::Flags: return PartWords::tr("Flags");
    case RegisterRow::Part::Other: return PartWords::tr("Segments and others");
    }
    return {};
}

void appendPart(QList<RegisterRow>& rows,
                const QList<RegisterRow>& registers,
                RegisterRow::Part part,
                bool isFolded)
{
    const bool isThere = std::ranges::any_of(
        registers, [part](const RegisterRow& each) { return each.part == part; });
    if (!isThere)
        return;
    rows.append({.name = partText(part),
                 .value = {},
                 .pointsTo = {},
                 .kind = RegisterRow::Kind::Heading,
                 .part = part,
                 .group = isFolded ? Group::Folded : Group::Open});
    const qsizetype head = rows.size() - 1;
    for (const RegisterRow& each : registers) {
        if (each.part != part)
            continue;
        // The value of the flags is told by their heading.
        if (part == RegisterRow::Part::Flags)
            rows[head].value = each.name + u' ' + each.value;
        else if (!isFolded)
            rows.append(each);
        if (part != RegisterRow::Part::Flags || isFolded || each.flags.isEmpty())
            continue;
        RegisterRow bits = each;
        bits.kind = RegisterRow::Kind::Flags;
        rows.append(bits);
    }
}

} // namespace

QList<RegisterRow> groupRegisters(const QList<RegisterRow>& registers,
                                  const QList<RegisterRow::Part>& folded)
{
    QList<RegisterRow> rows;
    for (const auto part :
         {RegisterRow::Part::General, RegisterRow::Part::Flags, RegisterRow::Part::Other})
        appendPart(rows, registers, part, folded.contains(part));
    return rows;
}

} // namespace faultline::ui
