// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>
#include <QList>

namespace faultline::ui {

/// A bit of a register of flags.
struct RegisterFlag
{
    QString name; ///< "ZF"
    QString word; ///< "zero"
    bool isSet = false;

    bool operator==(const RegisterFlag&) const = default;
};

struct RegisterRow
{
    enum class Kind { Heading, Register, Flags };
    enum class Part { General, Flags, Other };

    QString name;
    QString value; ///< "0x00007f39e8000b20"; empty when the walker could not recover the register.
    QString pointsTo;               ///< "stack + 0x61a0", "libscene.so+0x412e6", …
    bool formsFaultAddress = false; ///< The register holds the address of the fault, or the
                                    ///< instruction computes that address from it.
    Kind kind = Kind::Register;
    Part part = Part::General;
    QString callerValue{};       ///< Of the same register in the caller; empty when not recovered.
    bool isChanged = false;      ///< The caller has another value.
    bool isAddress = false;      ///< Memory can be shown there.
    bool isCode = false;         ///< Instructions can be shown there.
    Group group = Group::None;   ///< Of a heading.
    QList<RegisterFlag> flags{}; ///< Of a row of flags.

    QString key() const { return QString::number(int(kind)) + name; }

    bool operator==(const RegisterRow&) const = default;
};

/// The parts of a register set as groups that open and close: a heading, and unless the part is
/// folded its rows. The register of flags also has a row with its bits.
QList<RegisterRow> groupRegisters(const QList<RegisterRow>& registers,
                                  const QList<RegisterRow::Part>& folded);

/// The registers of one frame.
class RegisterModel final : public ColumnsModel<RegisterRow>
{
    Q_DECLARE_TR_FUNCTIONS(RegisterModel)

public:
    enum Column { NameColumn, ValueColumn, PointsToColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString valueText(const RegisterRow& reg);
    QString sentence(const RegisterRow& reg) const;
};

} // namespace faultline::ui
