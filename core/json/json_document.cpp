// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_document.h"

#include <bit>
#include <utility>

namespace faultline::json {

std::string_view jsonKindName(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Null: return "null";
    case JsonKind::Bool: return "a boolean";
    case JsonKind::Signed:
    case JsonKind::Unsigned: return "an integer";
    case JsonKind::Real: return "a floating point number";
    case JsonKind::String: return "a string";
    case JsonKind::Array: return "a list";
    case JsonKind::Object: return "a map";
    }
    return "an unknown value";
}

JsonKind JsonValue::kind() const
{
    return m_document->m_nodes[m_node].kind;
}

bool JsonValue::boolean() const
{
    return kind() == JsonKind::Bool && m_document->m_nodes[m_node].payload != 0;
}

std::uint64_t JsonValue::integerBits() const
{
    const bool isInteger = kind() == JsonKind::Signed || kind() == JsonKind::Unsigned;
    return isInteger ? m_document->m_nodes[m_node].payload : 0;
}

std::string_view JsonValue::text() const
{
    const bool hasText = kind() == JsonKind::String || kind() == JsonKind::Real;
    return hasText ? m_document->textAt(m_document->m_nodes[m_node].payload) : std::string_view();
}

std::uint32_t JsonValue::line() const
{
    return m_document->m_nodes[m_node].line;
}

std::uint32_t JsonValue::column() const
{
    return m_document->m_nodes[m_node].column;
}

std::optional<JsonValue> JsonValue::firstChild() const
{
    const auto& node = m_document->m_nodes[m_node];
    if (node.next == m_node + 1)
        return std::nullopt;
    return JsonValue(*m_document, m_node + 1);
}

std::optional<JsonValue> JsonValue::nextSibling(const JsonValue& parent) const
{
    const auto next = m_document->m_nodes[m_node].next;
    if (next >= m_document->m_nodes[parent.m_node].next)
        return std::nullopt;
    return JsonValue(*m_document, next);
}

std::optional<JsonValue> JsonValue::member(std::string_view name,
                                           const std::optional<JsonValue>& before) const
{
    const auto& nodes = m_document->m_nodes;
    if (kind() != JsonKind::Object)
        return std::nullopt;
    const auto end = nodes[m_node].next;
    for (auto at = before ? nodes[before->m_node].next : m_node + 1; at < end;
         at = nodes[at].next) {
        const bool hasLength = (nodes[at].key & 0xffffffff) == name.size();
        if (hasLength && m_document->textAt(nodes[at].key) == name)
            return JsonValue(*m_document, at);
    }
    return std::nullopt;
}

std::string_view JsonValue::key() const
{
    return m_document->textAt(m_document->m_nodes[m_node].key);
}

void JsonDocument::setPosition(std::uint32_t line, std::uint32_t column)
{
    m_line = line;
    m_column = column;
}

void JsonDocument::addKey(std::string_view key)
{
    m_pendingKey = storeText(key);
}

void JsonDocument::addSigned(std::int64_t value)
{
    if (value >= 0)
        addUnsigned(static_cast<std::uint64_t>(value));
    else
        append(JsonKind::Signed, std::bit_cast<std::uint64_t>(value));
}

void JsonDocument::end()
{
    m_nodes[m_open.back()].next = static_cast<std::uint32_t>(m_nodes.size());
    m_open.pop_back();
}

void JsonDocument::append(JsonKind kind, std::uint64_t payload)
{
    m_nodes.push_back({.payload = payload,
                       .key = std::exchange(m_pendingKey, 0),
                       .next = static_cast<std::uint32_t>(m_nodes.size() + 1),
                       .line = m_line,
                       .column = m_column,
                       .kind = kind});
}

void JsonDocument::begin(JsonKind kind)
{
    m_open.push_back(static_cast<std::uint32_t>(m_nodes.size()));
    append(kind, 0);
}

std::uint64_t JsonDocument::storeText(std::string_view text)
{
    const auto offset = m_text.size();
    m_text += text;
    return static_cast<std::uint64_t>(offset) << 32 | text.size();
}

std::string_view JsonDocument::textAt(std::uint64_t reference) const
{
    return std::string_view(m_text).substr(reference >> 32, reference & 0xffffffff);
}

} // namespace faultline::json
