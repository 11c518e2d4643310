// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_cursor.h"

#include "core/base/result.h"
#include "core/json/json_members.h"

#include <ranges>

namespace faultline::json {

JsonCursor JsonCursor::member(std::string_view name) const
{
    if (!is(JsonKind::Object, "a map"))
        return {std::nullopt, this, name, 0};
    auto found = m_value->member(name);
    for (auto more = found ? m_value->member(name, found) : std::nullopt; more;
         more = m_value->member(name, found)) {
        JsonCursor(more, this, name, 0).refuse("duplicate field");
        found = more;
    }
    return {found, this, name, 0};
}

void JsonCursor::forEachItem(const std::function<void(const JsonCursor&)>& visit) const
{
    if (!is(JsonKind::Array, "a list"))
        return;
    std::size_t index = 0;
    for (auto child = m_value->firstChild(); child && m_errors->ok();
         child = child->nextSibling(*m_value))
        visit(JsonCursor(child, this, {}, index++));
}

void JsonCursor::forEachMember(
    const std::function<void(std::string_view, const JsonCursor&)>& visit) const
{
    if (!is(JsonKind::Object, "a map"))
        return;
    for (auto child = m_value->firstChild(); child && m_errors->ok();
         child = child->nextSibling(*m_value))
        visit(child->key(), JsonCursor(child, this, child->key(), 0));
}

std::string JsonCursor::string() const
{
    return is(JsonKind::String, "a string") ? std::string(m_value->text()) : std::string();
}

bool JsonCursor::boolean() const
{
    return is(JsonKind::Bool, "a boolean") && m_value->boolean();
}

std::uint64_t JsonCursor::unsignedInteger(std::uint64_t maximum) const
{
    if (!is(JsonKind::Unsigned, "an unsigned integer"))
        return 0;
    if (m_value->integerBits() > maximum) {
        refuse(concat("integer ", m_value->integerBits(), " is above ", maximum));
        return 0;
    }
    return m_value->integerBits();
}

std::uint64_t JsonCursor::hexValue() const
{
    if (m_value && m_value->kind() == JsonKind::Signed)
        return m_value->integerBits();
    if (m_value && m_value->kind() == JsonKind::String) {
        const auto number = hexValueOf(*m_value);
        if (!number)
            refuse("invalid address, expected an integer, \"0x…\" or a decimal string");
        return number.value_or(0);
    }
    return is(JsonKind::Unsigned, "an integer or a hexadecimal string") ? m_value->integerBits()
                                                                        : 0;
}

std::vector<std::string> JsonCursor::strings() const
{
    std::vector<std::string> out;
    forEachItem([&](const JsonCursor& item) { out.push_back(item.string()); });
    return out;
}

std::optional<std::string> JsonCursor::optionalString() const
{
    return isAbsent() || isNull() ? std::nullopt : std::optional(string());
}

std::optional<bool> JsonCursor::optionalBoolean() const
{
    return isAbsent() || isNull() ? std::nullopt : std::optional(boolean());
}

std::optional<std::uint64_t> JsonCursor::optionalUnsigned(std::uint64_t maximum) const
{
    return isAbsent() || isNull() ? std::nullopt : std::optional(unsignedInteger(maximum));
}

std::optional<std::uint32_t> JsonCursor::optionalUnsigned32() const
{
    const auto number = optionalUnsigned(std::numeric_limits<std::uint32_t>::max());
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<std::uint64_t> JsonCursor::optionalHexValue() const
{
    return isAbsent() || isNull() ? std::nullopt : std::optional(hexValue());
}

void JsonCursor::refuse(std::string_view reason) const
{
    if (!m_errors->ok())
        return;
    const JsonCursor* positioned = this;
    while (!positioned->m_value && positioned->m_parent != nullptr)
        positioned = positioned->m_parent;
    auto text = concat(path(), ": ", m_errors->shown(reason));
    if (positioned->m_value && positioned->m_value->line() != 0)
        text += concat(" at line ", positioned->m_value->line(), " column ",
                       positioned->m_value->column());
    m_errors->record(std::move(text));
}

void JsonCursor::refuseKind(std::string_view expected) const
{
    if (!m_value)
        refuse("missing field");
    else
        refuse(concat("expected ", expected, ", found ", jsonKindName(m_value->kind())));
}

std::string JsonCursor::path() const
{
    std::vector<const JsonCursor*> chain;
    for (auto at = this; at->m_parent != nullptr; at = at->m_parent)
        chain.push_back(at);
    if (chain.empty())
        return ".";
    std::string text;
    for (const auto* at : std::views::reverse(chain)) {
        const bool isItem = at->m_name.empty();
        text +=
            isItem ? concat("[", at->m_index, "]") : concat(text.empty() ? "" : ".", at->m_name);
    }
    return text;
}

bool JsonCursor::is(JsonKind kind, std::string_view expected) const
{
    if (m_value && m_value->kind() == kind)
        return true;
    refuseKind(expected);
    return false;
}

} // namespace faultline::json
