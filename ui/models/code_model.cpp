// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/code_model.h"

#include "ui/models/function_names.h"
#include "ui/models/roles.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace faultline::ui {

namespace {

constexpr int kMostColumns = 6;
constexpr qsizetype kMostJumps = 512;

/// A jump between two rows.
struct Jump
{
    qsizetype from = 0;
    qsizetype to = 0;

    qsizetype first() const { return std::min(from, to); }

    qsizetype last() const { return std::max(from, to); }
};

bool isHeading(const CodeRow& row)
{
    return row.id.isHeading;
}

std::vector<Jump> jumpsOf(const QList<CodeRow>& rows)
{
    std::vector<Jump> jumps;
    for (qsizetype i = 0; i < rows.size() && jumps.size() < std::size_t(kMostJumps); ++i) {
        if (rows.at(i).target == 0 || isHeading(rows.at(i)))
            continue;
        const auto target = std::ranges::lower_bound(
            rows, rows.at(i).target, {}, [](const CodeRow& row) { return row.id.address; });
        const auto at = std::find_if_not(target, rows.end(), isHeading);
        if (at != rows.end() && at->id.address == rows.at(i).target)
            jumps.push_back({i, at - rows.begin()});
    }
    std::ranges::stable_sort(jumps, {},
                             [](const Jump& jump) { return jump.last() - jump.first(); });
    return jumps;
}

Tone toneOf(const CodeRow& row, int column)
{
    if (isHeading(row))
        return Tone::Dim;
    if (row.isCrash && column >= CodeModel::MeaningColumn)
        return Tone::Crash;
    if (row.differs && (column == CodeModel::BytesColumn || column == CodeModel::AddressColumn ||
                        column == CodeModel::OffsetColumn))
        return Tone::Warn;
    const bool isText = column == CodeModel::MnemonicColumn || column == CodeModel::OperandsColumn;
    return isText && row.kind == CodeRow::Kind::Instruction ? Tone::Normal : Tone::Dim;
}

/// The meaning of a jump or call is a function.
QStringList shorterText(const CodeRow& row, int column)
{
    if (column == CodeModel::MeaningColumn && row.target != 0)
        return shorterNames(row.meaning);
    return column == CodeModel::OperandsColumn ? shorterOperands(row.operands) : QStringList();
}

} // namespace

void layOutJumps(QList<CodeRow>& rows)
{
    std::vector<std::vector<Jump>> columns;
    for (const Jump& jump : jumpsOf(rows)) {
        const auto isFree = [&jump](const std::vector<Jump>& others) {
            return std::ranges::none_of(others, [&jump](const Jump& other) {
                return other.first() <= jump.last() && jump.first() <= other.last();
            });
        };
        auto column = std::ranges::find_if(columns, isFree);
        if (column == columns.end()) {
            if (columns.size() >= std::size_t(kMostColumns))
                continue;
            column = columns.emplace(columns.end());
        }
        column->push_back(jump);
        for (qsizetype i = jump.first(); i <= jump.last(); ++i)
            rows[i].lanes.append({.jump = rows.at(jump.from).id.address,
                                  .column = int(column - columns.begin()),
                                  .goesUp = i > jump.first(),
                                  .goesDown = i < jump.last(),
                                  .isSource = i == jump.from,
                                  .isTarget = i == jump.to});
    }
}

void CodeModel::showOffsets(bool shows)
{
    if (std::exchange(m_showsOffsets, shows) == shows || rowCount() == 0)
        return;
    Q_EMIT dataChanged(index(0, OperandsColumn), index(rowCount() - 1, OperandsColumn));
}

int CodeModel::rowOf(quint64 address) const
{
    const auto& rows = allRows();
    const auto found =
        std::ranges::find(rows, CodeRow::Key{.address = address, .isHeading = false}, &CodeRow::id);
    return found == rows.end() ? -1 : int(found - rows.begin());
}

CodeModel::Table CodeModel::table() const
{
    static constexpr TableColumn<CodeRow> kColumns[] = {
        {.id = JumpColumn, .room = {.width = kJumpCharacters, .firmness = 1}, .face = Face::Fixed},
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = field<&CodeRow::address>,
         .room = {.width = 15, .isWhole = true},
         .face = Face::Fixed},
        {.id = OffsetColumn,
         .title = [] { return tr("Offset"); },
         .text = field<&CodeRow::offset>,
         .room = {.width = 9, .isWhole = true},
         .face = Face::Fixed},
        {.id = BytesColumn,
         .title = [] { return tr("Bytes"); },
         .text = field<&CodeRow::bytes>,
         .room = {.width = 24},
         .face = Face::Fixed},
        {.id = MnemonicColumn,
         .title = [] { return tr("Instruction"); },
         .text = [](const CodeRow& row) -> QVariant {
             return isHeading(row) ? row.heading : row.mnemonic;
         },
         .room = {.width = 9, .firmness = 1},
         .face = Face::Fixed},
        {.id = OperandsColumn,
         .title = [] { return tr("Operands"); },
         .text = field<&CodeRow::operands>,
         .room = {.width = 0},
         .face = Face::Fixed,
         .elide = Qt::ElideMiddle}, // The place in memory comes last.
        {.id = MeaningColumn,
         .title = [] { return tr("Meaning"); },
         .text = field<&CodeRow::meaning>,
         .room = {.width = 30}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant CodeModel::cell(int index, int column, int role) const
{
    const CodeRow& code = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (column == OperandsColumn && m_showsOffsets && !code.offsetOperands.isEmpty())
            return code.offsetOperands;
        break;
    case Qt::ToolTipRole: return code.sentence;
    case Qt::AccessibleTextRole: return column == JumpColumn ? QVariant(code.sentence) : QVariant();
    case ToneRole: return int(toneOf(code, column));
    case FaceRole:
        if (isHeading(code))
            return int(Face::Interface);
        break;
    case KindRole: return int(code.kind);
    case ShorterRole: return shorterText(code, column);
    default: break;
    }
    return cellOfColumn(code, column, role);
}

} // namespace faultline::ui
