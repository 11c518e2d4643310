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

RegisterModel::Table RegisterModel::table() const
{
    static constexpr TableColumn<RegisterRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Register"); },
         .text = field<&RegisterRow::name>,
         .room = {.width = 6},
         .face = Face::Fixed},
        {.id = ValueColumn,
         .title = [] { return tr("Value"); },
         .text = [](const RegisterRow& row) -> QVariant { return valueText(row); },
         .room = {.width = 18, .isWhole = true},
         .face = Face::Fixed},
        {.id = PointsToColumn,
         .title = [] { return tr("Points to"); },
         .text = field<&RegisterRow::pointsTo>,
         .room = {.width = 0},
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant RegisterModel::cell(int index, int column, int role) const
{
    const RegisterRow& reg = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (reg.kind == RegisterRow::Kind::Flags && column != ValueColumn)
            return {};
        break;
    case Qt::ToolTipRole: return sentence(reg);
    case Qt::AccessibleTextRole: return column == NameColumn ? QVariant(sentence(reg)) : QVariant();
    case FaceRole:
        if (reg.isChanged && column == ValueColumn)
            return int(Face::FixedBold);
        break;
    case MarkRole: return int(column == NameColumn && reg.isChanged ? Mark::Changed : Mark::None);
    case IndentRole: return column == NameColumn ? 1 : 0;
    case GroupRole: return int(reg.group);
    case KindRole: return int(reg.kind);
    case ToneRole: return int(toneOf(reg, column));
    default: break;
    }
    return cellOfColumn(reg, column, role);
}

QString RegisterModel::valueText(const RegisterRow& reg)
{
    if (reg.kind == RegisterRow::Kind::Flags)
        return flagsText(reg);
    return reg.value.isEmpty() && reg.kind == RegisterRow::Kind::Register ? tr("not recovered")
                                                                          : reg.value;
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
