// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/library_model.h"

#include "ui/models/function_names.h"

#include <algorithm>

namespace faultline::ui {

void LibraryModel::showGroups(bool areGroups)
{
    if (m_areGroups == areGroups)
        return;
    setRows({});
    m_areGroups = areGroups;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QString LibraryModel::text(const LibraryRow& row, int column)
{
    switch (column) {
    case SignatureColumn: return row.signature;
    case AmountColumn: return row.amount;
    case SeenColumn: return row.seen;
    case VersionsColumn: return row.versions;
    case StatusColumn: return row.status;
    default: return {};
    }
}

QString LibraryModel::secondLine(const LibraryRow& row, int column)
{
    switch (column) {
    case SignatureColumn: return row.cause;
    case AmountColumn: return row.amountNote;
    case SeenColumn: return row.seenNote;
    case VersionsColumn: return row.versionsNote;
    case StatusColumn: return row.assignee.isEmpty() ? tr("nobody") : row.assignee;
    default: return {};
    }
}

QString LibraryModel::sentence(const LibraryRow& row)
{
    //: signature, cause, reports or product, customers or version, status, person
    return tr("%1, %2, %3, %4, %5, %6")
        .arg(row.signature, row.cause, row.amount, row.amountNote, row.status,
             secondLine(row, StatusColumn));
}

/// Heights of the bars, from 0 to 1 000; the largest day of the row has the highest bar.
QVariant LibraryModel::days(const LibraryRow& row)
{
    constexpr int kHighest = 1000;
    const int most = row.days.isEmpty() ? 0 : *std::ranges::max_element(row.days);
    QVariantList heights;
    for (const int count : row.days)
        heights.append(most == 0 ? 0 : int(qint64(count) * kHighest / most));
    return heights;
}

QVariant LibraryModel::cell(int index, int column, int role) const
{
    const LibraryRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(each, column);
    case SecondLineRole: return secondLine(each, column);
    case Qt::ToolTipRole: return column == SignatureColumn ? each.signature : text(each, column);
    case Qt::AccessibleTextRole:
        return column == SignatureColumn ? QVariant(sentence(each)) : QVariant();
    case FaceRole: return int(column == SignatureColumn ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == StatusColumn ? each.badge : BadgeStyle::None);
    case BarsRole: return column == DaysColumn && !each.days.isEmpty() ? days(each) : QVariant();
    case NewBarsRole: return each.isNew;
    case IdRole: return each.id;
    default: return {};
    }
}

QString LibraryModel::headerCell(int column) const
{
    switch (column) {
    case SignatureColumn: return tr("Signature");
    case DaysColumn: return tr("Last 14 days");
    case AmountColumn: return m_areGroups ? tr("Reports") : tr("Product");
    case SeenColumn: return m_areGroups ? tr("Seen") : tr("Crashed");
    case VersionsColumn: return m_areGroups ? tr("Versions") : tr("System");
    case StatusColumn: return tr("Status");
    default: return {};
    }
}

QString StoredFrameModel::sentence(const StoredFrameRow& frame)
{
    const QString text = frame.isGuess ? tr("%1 in %2, guessed").arg(frame.function, frame.module)
                                       : tr("%1 in %2").arg(frame.function, frame.module);
    //: a frame with its module, and in how many stacks it is, such as "3 of 4"
    return frame.share.isEmpty() ? text : tr("%1, in %2 stacks").arg(text, frame.share);
}

QVariant StoredFrameModel::cell(int index, int column, int role) const
{
    const StoredFrameRow& frame = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (column == FunctionColumn)
            return frame.function.isEmpty() ? tr("unknown function") : frame.function;
        if (column == ShareColumn)
            return frame.share;
        return column == NumberColumn ? frame.number : frame.module;
    case Qt::ToolTipRole: return column == NumberColumn ? QVariant() : QVariant(frame.function);
    case Qt::AccessibleTextRole:
        if (column != FunctionColumn)
            return {};
        return sentence(frame);
    case ShorterRole:
        return column == FunctionColumn ? shorterNames(frame.function) : QStringList();
    case MarkRole:
        return int(column == NumberColumn && frame.isInlined ? Mark::Inline : Mark::None);
    case ToneRole:
        if (frame.isGuess)
            return int(Tone::Guessed);
        return int(column == FunctionColumn && frame.isOwn ? Tone::Normal : Tone::Dim);
    case FaceRole:
        return int(column == FunctionColumn || column == ModuleColumn ? Face::Fixed
                                                                      : Face::Interface);
    default: return {};
    }
}

QString StoredFrameModel::headerCell(int column) const
{
    switch (column) {
    case FunctionColumn: return tr("Function");
    case ModuleColumn: return tr("Module");
    case ShareColumn: return tr("In stacks");
    default: return {};
    }
}

Qt::Alignment StoredFrameModel::alignment(int column) const
{
    return (column == NumberColumn || column == ShareColumn ? Qt::AlignRight : Qt::AlignLeft) |
           Qt::AlignVCenter;
}

QVariant ShareModel::cell(int index, int column, int role) const
{
    const ShareRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case ValueColumn: return each.label;
        case HereColumn: return each.here;
        case EverywhereColumn: return each.everywhere;
        default: return {};
        }
    case Qt::ToolTipRole: return column == ValueColumn ? QVariant(each.label) : QVariant();
    case Qt::AccessibleTextRole:
        if (column != ValueColumn)
            return {};
        return each.isHeading ? tr("%1: %2").arg(each.label, each.here)
                              //: value, its share in the group, its share in the library
                              : tr("%1: %2 here, %3 of all reports")
                                    .arg(each.label, each.here, each.everywhere);
    case AmountRole:
        return column == AmountColumn && each.amount > 0 ? QVariant(each.amount) : QVariant();
    case IndentRole: return column == ValueColumn && !each.isHeading ? 1 : 0;
    case ToneRole:
        if (column == EverywhereColumn || (each.isHeading && column == HereColumn))
            return int(Tone::Dim);
        return int(each.isHeading ? Tone::Dim : Tone::Normal);
    case BadgeRole:
        return int(column == HereColumn && each.standsOut ? BadgeStyle::Accent : BadgeStyle::None);
    default: return {};
    }
}

QString ShareModel::headerCell(int column) const
{
    switch (column) {
    case ValueColumn: return tr("Fact");
    case HereColumn: return tr("Here");
    case EverywhereColumn: return tr("All reports");
    default: return {};
    }
}

Qt::Alignment ShareModel::alignment(int column) const
{
    return (column == ValueColumn || column == AmountColumn ? Qt::AlignLeft : Qt::AlignRight) |
           Qt::AlignVCenter;
}

} // namespace faultline::ui
