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

QString textOf(const CodeRow& row, int column, bool showsOffsets)
{
    switch (column) {
    case CodeModel::AddressColumn: return row.address;
    case CodeModel::OffsetColumn: return row.offset;
    case CodeModel::BytesColumn: return row.bytes;
    case CodeModel::MnemonicColumn: return isHeading(row) ? row.heading : row.mnemonic;
    case CodeModel::OperandsColumn:
        return showsOffsets && !row.offsetOperands.isEmpty() ? row.offsetOperands : row.operands;
    case CodeModel::MeaningColumn: return row.meaning;
    default: return {};
    }
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

QVariant CodeModel::cell(int index, int column, int role) const
{
    const CodeRow& code = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(code, column, m_showsOffsets);
    case Qt::ToolTipRole: return code.sentence;
    case Qt::AccessibleTextRole: return column == JumpColumn ? QVariant(code.sentence) : QVariant();
    case ToneRole: return int(toneOf(code, column));
    case FaceRole:
        return int(isHeading(code) || column == MeaningColumn ? Face::Interface : Face::Fixed);
    case KindRole: return int(code.kind);
    case ElideRole: // The place in memory comes last.
        return int(column == OperandsColumn ? Qt::ElideMiddle : Qt::ElideRight);
    case ShorterRole: return shorterText(code, column);
    default: return {};
    }
}

QString CodeModel::headerCell(int column) const
{
    switch (column) {
    case AddressColumn: return tr("Address");
    case OffsetColumn: return tr("Offset");
    case BytesColumn: return tr("Bytes");
    case MnemonicColumn: return tr("Instruction");
    case OperandsColumn: return tr("Operands");
    case MeaningColumn: return tr("Meaning");
    default: return {};
    }
}

} // namespace faultline::ui
