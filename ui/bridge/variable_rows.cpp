// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/variable_rows.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(VariableRows)
};

/// A word for the badge that stands where the value would be.
QString absenceWord(ValueState state)
{
    switch (state) {
    case ValueState::Known:
    case ValueState::Guessed: return {};
    case ValueState::OptimizedOut: return Words::tr("optimised out");
    case ValueState::NotInDump: return Words::tr("not in dump");
    case ValueState::RegisterNotRecovered: return Words::tr("register not recovered");
    case ValueState::NotSetUp: return Words::tr("not set up yet");
    case ValueState::NoSuchElement: return Words::tr("no such element");
    case ValueState::EntryValueUnknown: return Words::tr("known to the caller only");
    case ValueState::TypeUnknown: return Words::tr("not known");
    case ValueState::Damaged: return Words::tr("damaged");
    case ValueState::Unsupported: return Words::tr("not understood");
    case ValueState::TooLarge: return Words::tr("too large");
    case ValueState::NotStored: return Words::tr("not stored");
    }
    return {};
}

QString absenceSentence(ValueState state)
{
    switch (state) {
    case ValueState::Known: return {};
    case ValueState::Guessed: return Words::tr("The value may be of another moment.");
    case ValueState::OptimizedOut:
        return Words::tr("At this instruction the compiler kept the value nowhere.");
    case ValueState::NotInDump:
        return Words::tr("It lies in memory that the crash file does not have.");
    case ValueState::RegisterNotRecovered:
        return Words::tr("It was in a register whose value in this frame is not known.");
    case ValueState::NotSetUp:
        return Words::tr(
            "The function has not got past its beginning, where it sets up its frame.");
    case ValueState::EntryValueUnknown:
        return Words::tr(
            "It depends on what the caller passed, and the caller's call does not tell that.");
    case ValueState::TypeUnknown: return Words::tr("The debug files at hand do not describe it.");
    case ValueState::Damaged:
        return Words::tr("What describes it, or its own content, contradicts itself.");
    case ValueState::Unsupported:
        return Words::tr("It is described by means that Faultline does not know.");
    case ValueState::TooLarge: return Words::tr("It is larger than what is read of one value.");
    case ValueState::NotStored: return Words::tr("It is not stored in this report.");
    case ValueState::NoSuchElement:
        return Words::tr("The container has no element with this index or key.");
    }
    return {};
}

QString quoted(const std::string& text)
{
    return u'"' + toQString(text) + u'"';
}

QString pointerText(const Variable& variable, Arch arch)
{
    const std::uint64_t address = variable.pointer.value_or(0);
    QString text = address == 0 ? Words::tr("null") : paddedAddress(address, arch);
    if (!variable.pointerSymbol.empty())
        text += QStringLiteral(" <") + toQString(variable.pointerSymbol) + u'>';
    if (!variable.text.empty())
        text += u' ' + quoted(variable.text);
    return text;
}

/// What stands for the parts of a value.
QString wholeText(const Variable& variable)
{
    if (variable.partCount == 0 && !variable.type.ends_with(']'))
        return QStringLiteral("{}");
    if (variable.type.ends_with(']'))
        return Words::tr(
            "%n element(s)", nullptr,
            int(std::min<std::uint64_t>(variable.partCount, std::numeric_limits<int>::max())));
    return QStringLiteral("{…}");
}

QString knownText(const Variable& variable, Arch arch)
{
    switch (variable.kind) {
    case ValueKind::None: return wholeText(variable);
    case ValueKind::Boolean:
    case ValueKind::Integer:
    case ValueKind::Floating:
    case ValueKind::Enumerator: return toQString(variable.number);
    case ValueKind::Pointer: return pointerText(variable, arch);
    case ValueKind::Character: return u'\'' + toQString(variable.text) + u'\'';
    case ValueKind::String: return quoted(variable.text);
    case ValueKind::Summary: return toQString(variable.text);
    }
    return {};
}

QString nameOf(const Variable& variable)
{
    if (variable.role == VariableRole::Pointee && variable.name.empty())
        return QStringLiteral("*");
    if (!variable.name.empty())
        return toQString(variable.name);
    return variable.role == VariableRole::Base ? toQString(variable.type)
                                               : Words::tr("(without a name)");
}

} // namespace

VariableRow makeVariableRow(const Variable& variable, Arch arch)
{
    VariableRow row;
    row.name = nameOf(variable);
    row.type =
        variable.role == VariableRole::Base ? Words::tr("base class") : toQString(variable.type);
    row.isGuessed = variable.state == ValueState::Guessed;
    row.isAbsent = variable.state != ValueState::Known && !row.isGuessed;
    row.isQuiet = !row.isAbsent && variable.kind == ValueKind::None;
    row.value = row.isAbsent ? absenceWord(variable.state) : knownText(variable, arch);
    row.note = absenceSentence(variable.state);
    if (row.isAbsent && !variable.text.empty())
        row.note = toQString(variable.text); // Says where an expression cannot be followed.
    if (variable.address)
        row.address = shortHex(*variable.address);
    //: a variable: its name, its value or why there is none, and its type
    row.sentence =
        Words::tr("%1 is %2, type %3").arg(row.name, row.isAbsent ? row.note : row.value, row.type);
    return row;
}

VariableRow makeMoreRow(std::uint64_t count)
{
    VariableRow row;
    row.id.kind = VariableRow::Kind::More;
    row.name = Words::tr("%n more", nullptr,
                         int(std::min<std::uint64_t>(count, std::numeric_limits<int>::max())));
    row.value = Words::tr("Enter shows them");
    row.sentence = row.name;
    return row;
}

VariableRow makeReadingRow()
{
    VariableRow row;
    row.id.kind = VariableRow::Kind::Reading;
    row.name = Words::tr("Reading…");
    row.sentence = row.name;
    return row;
}

} // namespace faultline::ui
