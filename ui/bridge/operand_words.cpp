// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/operand_words.h"

#include "ui/bridge/memory_rows.h"

#include <QCoreApplication>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(OperandWords)
};

/// Systems keep the first page unmapped.
constexpr quint64 kFirstPage = 0x1000;

QString placeText(const ReportState& state, const engine::CodeOperand& operand)
{
    if (!operand.variable.empty())
        return toQString(operand.variable);
    if (operand.address < kFirstPage)
        return operand.address == 0 ? Words::tr("null")
                                    : Words::tr("null + %1").arg(shortHex(operand.address));
    const QString text = makeWordMeaning(state, operand.place);
    return text.isEmpty() ? shortHex(operand.address) : text;
}

/// Null is a word; other values also say where they lead.
QString valueText(const ReportState& state, const engine::MemoryWord& word, unsigned sizeBytes)
{
    const QString number = shortHex(word.value);
    const bool isPointer =
        sizeBytes != 0 && sizeBytes == pointerSize(cpuFamily(state.event->system.arch));
    if (word.value == 0 && isPointer)
        return Words::tr("%1 (null)").arg(number);
    const QString lead = makeWordMeaning(state, word);
    return lead.isEmpty() ? number : QStringLiteral("%1 (%2)").arg(number, lead);
}

} // namespace

QString makeOperandText(const ReportState& state, const engine::CodeOperand& operand)
{
    const QString place = placeText(state, operand);
    if (operand.isAddressOnly)
        return operand.variable.empty() ? place : u'&' + place;
    if (operand.isWritten)
        //: %1 is the memory that an instruction writes
        return Words::tr("to %1").arg(place);
    if (operand.word) {
        const QString name = operand.variable.empty() ? toQString(operand.text) : place;
        return QStringLiteral("%1 = %2").arg(name,
                                             valueText(state, *operand.word, operand.sizeBytes));
    }
    return operand.isInMemory ? place : Words::tr("%1, not in dump").arg(place);
}

} // namespace faultline::ui
