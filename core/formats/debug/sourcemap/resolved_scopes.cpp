// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/resolved_scopes.h"

namespace faultline::sourcemap {

namespace {

std::optional<Position> positionOf(const script::ScriptText& text, std::size_t offset)
{
    const auto place = text.placeOf(offset);
    return place ? std::optional(Position{place->line, place->column}) : std::nullopt;
}

std::optional<std::string_view> nameOf(const SourceMap& map, const Token& token)
{
    return token.name == kNone ? std::nullopt : std::optional(map.nameOf(token));
}

/// Returns the map's name for the identifier at an offset. The token may begin one column earlier.
/// TypeScript also names a function at the keyword before its name, in a token with the same
/// original position.
std::optional<std::string_view>
identifierName(const SourceMap& map, const script::ScriptText& text, std::uint32_t offset)
{
    const auto at = positionOf(text, offset);
    const auto* token = at ? map.tokenAtOrBefore(*at) : nullptr;
    if (token == nullptr || token->generated.line != at->line ||
        token->generated.column + 1 < at->column)
        return std::nullopt;
    if (const auto name = nameOf(map, *token))
        return name;
    if (token->generated.column == 0)
        return std::nullopt;
    const auto* before = map.tokenAtOrBefore({token->generated.line, token->generated.column - 1});
    if (before == nullptr || before->source != token->source || before->original != token->original)
        return std::nullopt;
    return nameOf(map, *before);
}

/// Returns the name at the last byte of a scope if a token begins exactly there. Flutter's compiler
/// writes it at the closing brace.
std::optional<std::string_view>
closingName(const script::ScriptScope& scope, const script::ScriptText& text, const SourceMap& map)
{
    const auto last = positionOf(text, scope.end - 1);
    const auto* token = last ? map.tokenAtOrBefore(*last) : nullptr;
    if (token == nullptr || token->generated != *last)
        return std::nullopt;
    const auto after = positionOf(text, scope.end);
    if (after && map.tokenAtOrBefore(*after) == token)
        return std::nullopt;
    return nameOf(map, *token);
}

} // namespace

std::optional<std::string>
resolvedName(const script::ScriptScope& scope, const script::ScriptText& text, const SourceMap& map)
{
    std::string resolved;
    for (const auto& part : scope.name) {
        const auto name =
            part.identifierAt ? identifierName(map, text, *part.identifierAt) : std::nullopt;
        resolved += name ? *name : std::string_view(part.text);
    }
    if (resolved == plainText(scope.name)) {
        if (const auto name = closingName(scope, text, map))
            return std::string(*name);
    }
    return resolved.empty() ? std::nullopt : std::optional(std::move(resolved));
}

ScopeCursor::ScopeCursor(const std::vector<script::ScriptScope>& scopes,
                         const script::ScriptText& text)
{
    for (const auto& boundary : script::boundariesOf(scopes)) {
        if (const auto start = positionOf(text, boundary.offset))
            m_boundaries.push_back({*start, boundary.scope});
    }
}

std::uint32_t ScopeCursor::scopeAt(Position generated)
{
    while (m_next < m_boundaries.size() && m_boundaries[m_next].start <= generated)
        ++m_next;
    return m_next == 0 ? kOutside : m_boundaries[m_next - 1].scope;
}

} // namespace faultline::sourcemap
