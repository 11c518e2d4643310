// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/variable.h"

namespace faultline {

std::string_view variableRoleName(VariableRole role)
{
    switch (role) {
    case VariableRole::Local: return "local";
    case VariableRole::Argument: return "argument";
    case VariableRole::This: return "this";
    case VariableRole::Captured: return "captured";
    case VariableRole::Static: return "static";
    case VariableRole::Global: return "global";
    case VariableRole::Member: return "member";
    case VariableRole::Base: return "base";
    case VariableRole::Element: return "element";
    case VariableRole::Pointee: return "pointee";
    case VariableRole::Variant: return "variant";
    case VariableRole::Expression: return "expression";
    }
    return {};
}

std::string_view valueStateName(ValueState state)
{
    switch (state) {
    case ValueState::Known: return "known";
    case ValueState::Guessed: return "guessed";
    case ValueState::OptimizedOut: return "optimized_out";
    case ValueState::NotInDump: return "not_in_dump";
    case ValueState::RegisterNotRecovered: return "register_not_recovered";
    case ValueState::EntryValueUnknown: return "entry_value_unknown";
    case ValueState::TypeUnknown: return "type_unknown";
    case ValueState::Damaged: return "damaged";
    case ValueState::Unsupported: return "unsupported";
    case ValueState::TooLarge: return "too_large";
    case ValueState::NotStored: return "not_stored";
    case ValueState::NotSetUp: return "not_set_up";
    case ValueState::NoSuchElement: return "no_such_element";
    }
    return {};
}

std::string_view valueKindName(ValueKind kind)
{
    switch (kind) {
    case ValueKind::None: return "none";
    case ValueKind::Boolean: return "boolean";
    case ValueKind::Integer: return "integer";
    case ValueKind::Floating: return "floating";
    case ValueKind::Character: return "character";
    case ValueKind::Enumerator: return "enumerator";
    case ValueKind::Pointer: return "pointer";
    case ValueKind::String: return "string";
    case ValueKind::Summary: return "summary";
    }
    return {};
}

} // namespace faultline
