// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/variable_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <vector>

namespace faultline::report {

namespace {

std::string_view whyAbsent(ValueState state)
{
    switch (state) {
    case ValueState::Known: return "";
    case ValueState::Guessed: return "<guessed>";
    case ValueState::OptimizedOut: return "<optimized out>";
    case ValueState::NotInDump: return "<not in the crash file>";
    case ValueState::RegisterNotRecovered: return "<register not recovered>";
    case ValueState::EntryValueUnknown: return "<value at the call not known>";
    case ValueState::TypeUnknown: return "<type not known>";
    case ValueState::Damaged: return "<damaged>";
    case ValueState::Unsupported: return "<described by means that are not known>";
    case ValueState::TooLarge: return "<too large>";
    case ValueState::NotStored: return "<not stored in this report>";
    case ValueState::NotSetUp: return "<not set up yet>";
    case ValueState::NoSuchElement: return "<no such element>";
    }
    return "";
}

std::string pointerText(const Variable& variable)
{
    auto text = hexAddress(variable.pointer.value_or(0));
    if (!variable.pointerSymbol.empty())
        text += concat(" <", variable.pointerSymbol, ">");
    if (!variable.text.empty())
        text += concat(" \"", variable.text, "\"");
    return text;
}

std::string knownText(const Variable& variable)
{
    switch (variable.kind) {
    case ValueKind::None: return {};
    case ValueKind::Boolean:
    case ValueKind::Integer:
    case ValueKind::Floating:
    case ValueKind::Enumerator: return variable.number;
    case ValueKind::Pointer: return pointerText(variable);
    case ValueKind::Character: return concat("'", variable.text, "'");
    case ValueKind::String: return concat("\"", variable.text, "\"");
    case ValueKind::Summary: return variable.text;
    }
    return {};
}

std::string lineOf(const Variable& variable)
{
    auto text = variable.name.empty() ? std::string("(anonymous)") : variable.name;
    if (!variable.type.empty() && variable.role != VariableRole::Base)
        text += concat(": ", variable.type);
    if (const auto value = valueText(variable); !value.empty())
        text += concat(" = ", value);
    return text;
}

} // namespace

std::string valueText(const Variable& variable)
{
    const auto why = whyAbsent(variable.state);
    if (variable.state != ValueState::Known && variable.state != ValueState::Guessed)
        return variable.text.empty() ? std::string(why) : concat(why, " ", variable.text);
    const auto text = knownText(variable);
    return variable.state == ValueState::Guessed && !text.empty() ? concat(text, " ", why) : text;
}

void writeVariableLines(const FrameVariables& frame, const std::function<void(std::string)>& line)
{
    std::vector<std::size_t> depths;
    for (const auto& variable : frame.variables) {
        const auto parent = variable.parent;
        const bool isPart = parent && *parent < depths.size();
        depths.push_back(isPart ? depths[*parent] + 1 : 0);
        line(concat(std::string(2 * depths.back(), ' '), escapeControls(lineOf(variable))));
    }
}

} // namespace faultline::report
