// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QString>

namespace faultline::ui {

/// A piece of a jump's line beside one row.
struct JumpLane
{
    quint64 jump = 0; ///< Address of the jump.
    int column = 0;   ///< Counted from the instructions outwards.
    bool goesUp = false;
    bool goesDown = false;
    bool isSource = false; ///< The row is the jump itself.
    bool isTarget = false;

    bool operator==(const JumpLane&) const = default;
};

/// A row of a disassembly as finished texts.
struct CodeRow
{
    enum class Kind {
        Instruction,
        Bytes,  ///< They are no instruction.
        Line,   ///< Heads the instructions of a source line.
        Inlined ///< Heads those of an inlined call.
    };

    struct Key
    {
        quint64 address = 0;
        bool isHeading = false;

        bool operator==(const Key&) const = default;
    };

    Key id;
    Kind kind = Kind::Instruction;
    QString address;
    QString offset; ///< In the module.
    QString bytes;
    QString mnemonic;
    QString operands;
    QString offsetOperands; ///< With the target as offset in the module; empty without one there.
    QString meaning;
    QString heading;
    bool isCurrent = false; ///< The frame is here.
    bool isCrash = false;   ///< And the process ended here.
    bool differs = false;   ///< The module's file has other bytes.
    quint64 target = 0;     ///< Of a jump or call; 0 without one.
    quint64 place = 0;      ///< Of the memory that it uses; 0 without one.
    QList<JumpLane> lanes;
    QString sentence;

    const Key& key() const { return id; }

    bool operator==(const CodeRow&) const = default;
};

/// Gives each jump whose target is among the rows a line, short ones next to the instructions.
void layOutJumps(QList<CodeRow>& rows);

/// Instructions of a frame with headings that say which source lines they come from.
class CodeModel final : public ColumnsModel<CodeRow>
{
    Q_DECLARE_TR_FUNCTIONS(CodeModel)

public:
    enum Column {
        JumpColumn,
        AddressColumn,
        OffsetColumn,
        BytesColumn,
        MnemonicColumn,
        OperandsColumn,
        MeaningColumn,
        ColumnCount
    };

    /// The width that the lines of jumps need, so small that the column is never cut.
    static constexpr double kJumpCharacters = 6.5;

    using ColumnsModel::ColumnsModel;

    /// Targets are written in the form of the addresses beside them.
    void showOffsets(bool shows);

    /// The row of the instruction at the address; -1 when there is none.
    int rowOf(quint64 address) const;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    bool m_showsOffsets = false;
};

} // namespace faultline::ui
