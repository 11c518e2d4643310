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

LibraryModel::Table LibraryModel::table() const
{
    static constexpr TableColumn<LibraryRow> kSignature{.id = SignatureColumn,
                                                        .title = [] { return tr("Signature"); },
                                                        .text = field<&LibraryRow::signature>,
                                                        .room = {.width = 0},
                                                        .face = Face::Fixed};
    static constexpr TableColumn<LibraryRow> kDays{.id = DaysColumn,
                                                   .title = [] { return tr("Last 14 days"); },
                                                   .room = {.width = 13, .firmness = 1}};
    static constexpr TableColumn<LibraryRow> kStatus{.id = StatusColumn,
                                                     .title = [] { return tr("Status"); },
                                                     .text = field<&LibraryRow::status>,
                                                     .room = {.width = 15, .firmness = 1}};
    static constexpr TableColumn<LibraryRow> kGroups[] = {kSignature,
                                                          kDays,
                                                          {.id = AmountColumn,
                                                           .title = [] { return tr("Reports"); },
                                                           .text = field<&LibraryRow::amount>,
                                                           .room = {.width = 13, .firmness = 1}},
                                                          {.id = SeenColumn,
                                                           .title = [] { return tr("Seen"); },
                                                           .text = field<&LibraryRow::seen>,
                                                           .room = {.width = 15, .firmness = 1}},
                                                          {.id = VersionsColumn,
                                                           .title = [] { return tr("Versions"); },
                                                           .text = field<&LibraryRow::versions>,
                                                           .room = {.width = 16, .firmness = 1}},
                                                          kStatus};
    static constexpr TableColumn<LibraryRow> kReports[] = {kSignature,
                                                           kDays,
                                                           {.id = AmountColumn,
                                                            .title = [] { return tr("Product"); },
                                                            .text = field<&LibraryRow::amount>,
                                                            .room = {.width = 13, .firmness = 1}},
                                                           {.id = SeenColumn,
                                                            .title = [] { return tr("Crashed"); },
                                                            .text = field<&LibraryRow::seen>,
                                                            .room = {.width = 15, .firmness = 1}},
                                                           {.id = VersionsColumn,
                                                            .title = [] { return tr("System"); },
                                                            .text = field<&LibraryRow::versions>,
                                                            .room = {.width = 16, .firmness = 1}},
                                                           kStatus};
    static_assert(isWholeTable<ColumnCount>(kGroups) && isWholeTable<ColumnCount>(kReports));
    return m_areGroups ? Table(kGroups) : Table(kReports);
}

QVariant LibraryModel::cell(int index, int column, int role) const
{
    const LibraryRow& each = row(index);
    switch (role) {
    case SecondLineRole: return secondLine(each, column);
    case Qt::ToolTipRole: return text(each, column);
    case Qt::AccessibleTextRole:
        return column == SignatureColumn ? QVariant(sentence(each)) : QVariant();
    case BadgeRole: return int(column == StatusColumn ? each.badge : BadgeStyle::None);
    case BarsRole: return column == DaysColumn && !each.days.isEmpty() ? days(each) : QVariant();
    case NewBarsRole: return each.isNew;
    case IdRole: return each.id;
    default: return cellOfColumn(each, column, role);
    }
}

QString StoredFrameModel::sentence(const StoredFrameRow& frame)
{
    const QString text = frame.isGuess ? tr("%1 in %2, guessed").arg(frame.function, frame.module)
                                       : tr("%1 in %2").arg(frame.function, frame.module);
    //: a frame with its module, and in how many stacks it is, such as "3 of 4"
    return frame.share.isEmpty() ? text : tr("%1, in %2 stacks").arg(text, frame.share);
}

StoredFrameModel::Table StoredFrameModel::table() const
{
    static constexpr TableColumn<StoredFrameRow> kColumns[] = {
        {.id = NumberColumn,
         .text = field<&StoredFrameRow::number>,
         .room = {.width = 4},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = FunctionColumn,
         .title = [] { return tr("Function"); },
         .text = [](const StoredFrameRow& row) -> QVariant {
             return row.function.isEmpty() ? tr("unknown function") : row.function;
         },
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ModuleColumn,
         .title = [] { return tr("Module"); },
         .text = field<&StoredFrameRow::module>,
         .room = {.width = 16},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ShareColumn,
         .title = [] { return tr("In stacks"); },
         .text = field<&StoredFrameRow::share>,
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant StoredFrameModel::cell(int index, int column, int role) const
{
    const StoredFrameRow& frame = row(index);
    switch (role) {
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
        if (column == FunctionColumn && frame.isOwn)
            return int(Tone::Normal);
        break;
    default: break;
    }
    return cellOfColumn(frame, column, role);
}

ShareModel::Table ShareModel::table() const
{
    static constexpr TableColumn<ShareRow> kColumns[] = {
        {.id = ValueColumn,
         .title = [] { return tr("Fact"); },
         .text = field<&ShareRow::label>,
         .room = {.width = 0}},
        {.id = AmountColumn, .room = {.width = 12}},
        {.id = HereColumn,
         .title = [] { return tr("Here"); },
         .text = field<&ShareRow::here>,
         .room = {.width = 13, .firmness = 1},
         .isRight = true},
        {.id = EverywhereColumn,
         .title = [] { return tr("All reports"); },
         .text = field<&ShareRow::everywhere>,
         .room = {.width = 13, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ShareModel::cell(int index, int column, int role) const
{
    const ShareRow& each = row(index);
    switch (role) {
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
        if (each.isHeading)
            return int(Tone::Dim);
        break;
    case BadgeRole:
        return int(column == HereColumn && each.standsOut ? BadgeStyle::Accent : BadgeStyle::None);
    default: break;
    }
    return cellOfColumn(each, column, role);
}

} // namespace faultline::ui
