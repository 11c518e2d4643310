// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/original_functions.h"

#include <algorithm>
#include <array>

namespace faultline::script {

namespace {

constexpr std::string_view kAnonymous = "<anonymous>";

std::string_view withoutQuery(std::string_view fileName)
{
    return fileName.substr(0, fileName.find_first_of("?#"));
}

bool hasEnding(std::string_view fileName, std::initializer_list<std::string_view> endings)
{
    const auto name = withoutQuery(fileName);
    return std::ranges::any_of(endings,
                               [&](std::string_view ending) { return name.ends_with(ending); });
}

bool isComponent(std::string_view fileName)
{
    return hasEnding(fileName, {".vue", ".svelte"});
}

/// A component in which everything but the script blocks is replaced by blanks, so that positions
/// stay.
struct ScriptBlocks
{
    std::string text;
    Grammar grammar = Grammar::JavaScript;
};

ScriptBlocks scriptBlocksOf(std::string_view component)
{
    constexpr std::string_view kBegin = "<script";
    constexpr std::string_view kEnd = "</script";
    ScriptBlocks blocks{.text = std::string(component)};
    std::ranges::replace_if(blocks.text, [](char c) { return c != '\n' && c != '\r'; }, ' ');
    for (auto at = component.find(kBegin); at != std::string_view::npos;) {
        const auto open = component.find('>', at);
        const auto close = component.find(kEnd, at);
        if (open == std::string_view::npos || close == std::string_view::npos || close < open)
            break;
        const auto tag = component.substr(at, open - at);
        if (tag.find("lang=\"ts") != tag.npos || tag.find("lang='ts") != tag.npos)
            blocks.grammar = Grammar::TypeScript;
        if (tag.find("tsx") != tag.npos)
            blocks.grammar = Grammar::Tsx;
        const auto body = component.substr(open + 1, close - open - 1);
        blocks.text.replace(open + 1, body.size(), body);
        at = component.find(kBegin, close);
    }
    return blocks;
}

/// React Native's files are JavaScript with types, which parse as TSX.
Result<SyntaxTree> parseBest(std::string_view text,
                             Grammar grammar,
                             const ScriptLimits& limits,
                             const std::stop_token& stop)
{
    FL_TRY(auto tree, parseScript(text, grammar, limits, stop));
    if (!tree.hasErrors || grammar == Grammar::Tsx)
        return tree;
    auto other = parseScript(text, Grammar::Tsx, limits, stop);
    if (other && !other->hasErrors)
        return other;
    return tree;
}

} // namespace

Grammar grammarOf(std::string_view fileName)
{
    if (hasEnding(fileName, {".tsx"}))
        return Grammar::Tsx;
    return hasEnding(fileName, {".ts", ".mts", ".cts"}) ? Grammar::TypeScript : Grammar::JavaScript;
}

Result<OriginalFunctions> OriginalFunctions::parse(std::string text,
                                                   std::string_view fileName,
                                                   const ScriptLimits& limits,
                                                   std::stop_token stop)
{
    auto grammar = grammarOf(fileName);
    if (isComponent(fileName)) {
        auto blocks = scriptBlocksOf(text);
        text = std::move(blocks.text);
        grammar = blocks.grammar;
    }
    OriginalFunctions functions;
    functions.m_text = std::make_unique<const std::string>(std::move(text));
    functions.m_lines = std::make_unique<const ScriptText>(*functions.m_text);
    FL_TRY(const auto tree, parseBest(*functions.m_text, grammar, limits, stop));
    std::vector<ScriptScope> scopes;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (!isScope(tree, i, *functions.m_text))
            continue;
        auto name = plainText(scopeNameOf(tree, i, *functions.m_text, NameStyle::Original));
        functions.m_names.push_back(name.empty() ? std::string(kAnonymous) : std::move(name));
        scopes.push_back({.start = tree.nodes[i].start, .end = tree.nodes[i].end, .name = {}});
    }
    functions.m_boundaries = boundariesOf(scopes);
    return functions;
}

std::optional<std::string_view> OriginalFunctions::at(ScriptText::Place place, Edge edge) const
{
    auto offset = m_lines->offsetOf(place);
    if (!offset)
        return std::nullopt;
    if (edge == Edge::Before && *offset > 0)
        --*offset;
    const auto after = std::ranges::upper_bound(m_boundaries, *offset, {}, &ScopeBoundary::offset);
    if (after == m_boundaries.begin())
        return std::nullopt;
    const auto scope = std::prev(after)->scope;
    return scope < m_names.size() ? std::optional<std::string_view>(m_names[scope]) : std::nullopt;
}

} // namespace faultline::script
