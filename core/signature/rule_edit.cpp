// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/rule_edit.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace faultline::signature {

namespace {

/// A regular expression that matches the text and nothing longer.
std::string exactPattern(std::string_view text)
{
    std::string pattern;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        // A space is escaped as well, because those at the ends of a line are taken off.
        if (byte < 0x80 && std::isalnum(byte) == 0 && c != '_')
            pattern += '\\';
        pattern += c;
    }
    return pattern + "$";
}

/// Texts with control characters would become several lines, and "#" begins a comment.
bool isOneLine(std::string_view frame)
{
    const auto text = trimAscii(frame);
    return !text.empty() && text.front() != '#' &&
           std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

bool hasEntry(std::string_view list, std::string_view entry)
{
    return std::ranges::any_of(splitLines(list),
                               [&](std::string_view line) { return trimAscii(line) == entry; });
}

} // namespace

std::vector<RuleAddition> additionsFor(FrameVerb verb, std::string_view frame)
{
    if (!isOneLine(frame))
        return {};
    const RuleAddition sentinel{ListKind::Sentinels, std::string(trimAscii(frame))};
    const RuleAddition irrelevant{ListKind::Irrelevant, exactPattern(frame)};
    switch (verb) {
    case FrameVerb::GroupBy: return {sentinel};
    case FrameVerb::MarkPrefix: return {{ListKind::Prefix, exactPattern(frame)}};
    case FrameVerb::MarkIrrelevant: return {irrelevant};
    case FrameVerb::IgnoreDownToHere: return {sentinel, irrelevant};
    }
    return {};
}

RuleLayer withAdditions(RuleLayer layer, const std::vector<RuleAddition>& additions)
{
    for (const auto& [list, entry] : additions) {
        auto& text = layer.text(list);
        if (hasEntry(text, entry))
            continue;
        if (!text.empty() && !text.ends_with('\n'))
            text += '\n';
        text += entry + "\n";
    }
    return layer;
}

} // namespace faultline::signature
