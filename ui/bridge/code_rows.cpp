// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/code_rows.h"

#include "ui/bridge/analysis_rows.h"
#include "ui/bridge/operand_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(CodeRows)
};

QString bytesText(const std::vector<std::byte>& bytes)
{
    QStringList texts;
    for (const std::byte byte : bytes)
        texts.append(QStringLiteral("%1").arg(std::to_integer<int>(byte), 2, 16, QLatin1Char('0')));
    return texts.join(u' ');
}

/// "group.cpp:10"
QString lineText(const engine::CodePosition& position)
{
    const QString file = toQString(position.file);
    const QString name = file.mid(std::max(file.lastIndexOf(u'/'), file.lastIndexOf(u'\\')) + 1);
    return position.line == 0 ? name : name + u':' + QString::number(position.line);
}

/// Empty where nothing is known.
CodeRow headingOf(const engine::CodePosition& position, quint64 address)
{
    CodeRow row;
    row.id = {.address = address, .isHeading = true};
    row.kind = position.inlineDepth > 0 ? CodeRow::Kind::Inlined : CodeRow::Kind::Line;
    const QString line = lineText(position);
    if (row.kind == CodeRow::Kind::Inlined)
        //: %1 is a function whose code stands in another one, %2 a file and line
        row.heading = Words::tr("inlined %1  %2").arg(toQString(position.function), line);
    else
        row.heading = line;
    row.sentence = row.heading;
    return row;
}

bool isKnown(const engine::CodePosition& position)
{
    return !position.file.empty() || position.inlineDepth > 0;
}

/// What the crashing instruction did in memory.
QString crashMeaning(const ReportState& state, const engine::FramePlace& frame)
{
    const bool isCrash = state.hasCrashed() && frame.physical == 0 &&
                         frame.thread == state.mainThread() && state.analysis &&
                         state.analysis->instruction;
    return isCrash ? makeAccessText(*state.analysis->instruction) : QString();
}

QString sentenceOf(const CodeRow& row)
{
    QString text =
        QStringList{row.address, row.mnemonic, row.operands, row.meaning}.join(u' ').simplified();
    if (row.isCrash)
        text = Words::tr("%1, the crash was here").arg(text);
    else if (row.isCurrent)
        text = Words::tr("%1, the frame is here").arg(text);
    return row.differs ? Words::tr("%1, the module's file has other bytes").arg(text) : text;
}

/// The operands with the target as the rows beside it have their addresses, if it lies in the same
/// module; otherwise empty.
QString offsetOperands(const CodeRow& row, const engine::CodeAnswer& answer, const Event& event)
{
    const QString absolute = shortHex(row.target);
    if (row.target == 0 || !answer.module || !row.operands.endsWith(absolute))
        return {};
    const EventModule& module = event.modules[*answer.module];
    const bool isInside =
        row.target >= answer.moduleAddress &&
        (module.sizeBytes == 0 || row.target - answer.moduleAddress < module.sizeBytes);
    return isInside
               ? row.operands.chopped(absolute.size()) + shortHex(row.target - answer.moduleAddress)
               : QString();
}

CodeRow instructionRow(const engine::CodeInstruction& instruction,
                       const engine::CodeAnswer& answer,
                       const Event& event)
{
    const Arch arch = event.system.arch;
    CodeRow row;
    row.id.address = instruction.address;
    row.address = paddedAddress(instruction.address, arch).mid(2);
    if (answer.module)
        row.offset = shortHex(instruction.address - answer.moduleAddress);
    row.bytes = bytesText(instruction.bytes);
    const QString text = toQString(instruction.text);
    row.mnemonic = text.section(u' ', 0, 0);
    row.operands = text.section(u' ', 1);
    row.meaning = toQString(instruction.meaning);
    row.differs = instruction.differs;
    row.target = instruction.target.value_or(0);
    row.offsetOperands = offsetOperands(row, answer, event);
    if (text.isEmpty()) {
        row.kind = CodeRow::Kind::Bytes;
        row.mnemonic = row.bytes;
        row.meaning = Words::tr("no instruction");
    }
    return row;
}

} // namespace

QList<CodeRow> makeCodeRows(const ReportState& state,
                            const engine::FramePlace& frame,
                            const engine::CodeAnswer& answer)
{
    QList<CodeRow> rows;
    std::optional<std::uint32_t> position;
    const bool isCrashed =
        state.hasCrashed() && frame.physical == 0 && frame.thread == state.mainThread();
    for (const engine::CodeInstruction& each : answer.instructions) {
        if (position != each.position && each.position < answer.positions.size() &&
            isKnown(answer.positions[each.position]))
            rows.append(headingOf(answer.positions[each.position], each.address));
        position = each.position;
        CodeRow row = instructionRow(each, answer, *state.event);
        row.isCurrent = answer.current == each.address;
        row.isCrash = row.isCurrent && isCrashed;
        if (each.operand)
            row.meaning = makeOperandText(state, *each.operand);
        if (const QString crash = row.isCrash ? crashMeaning(state, frame) : QString();
            !crash.isEmpty())
            row.meaning = crash;
        row.place = each.operand && !each.operand->isAddressOnly ? each.operand->address : 0;
        if (row.differs)
            row.meaning = row.meaning.isEmpty()
                              ? Words::tr("not as in the file")
                              : Words::tr("not as in the file; %1").arg(row.meaning);
        row.sentence = sentenceOf(row);
        rows.append(std::move(row));
    }
    layOutJumps(rows);
    return rows;
}

} // namespace faultline::ui
