// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/rule_lists.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/signature/frame_rules.h"
#include "core/signature/pattern_set.h"

#include <algorithm>

namespace faultline::signature {

namespace {

constexpr std::array<std::string_view, kListCount> kNames{
    "signature_sentinels", "irrelevant_signature_re", "prefix_signature_re",
    "signatures_with_line_numbers_re", "frame_rules"};

constexpr std::string_view kRemoval = "#-";

Result<void> checkEntry(ListKind list, std::string_view entry)
{
    if (entry.size() > kMaxPatternBytes)
        return fail(ErrorKind::Malformed, "an entry of ", entry.size(), " bytes, limit ",
                    kMaxPatternBytes);
    switch (list) {
    case ListKind::Sentinels: return {};
    case ListKind::FrameRules:
        if (auto rule = FrameRule::parse(entry); !rule)
            return std::unexpected(rule.error());
        return {};
    case ListKind::Irrelevant:
    case ListKind::Prefix:
    case ListKind::LineNumbers: break;
    }
    if (auto pattern = Pattern::compile(entry); !pattern)
        return std::unexpected(pattern.error());
    return {};
}

/// One line of a text: an entry, a removal or neither.
struct Line
{
    std::uint32_t number = 0;
    std::string_view entry;
    bool isRemoval = false;
};

std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    std::uint32_t number = 0;
    for (const auto raw : splitLines(withoutByteOrderMark(text))) {
        ++number;
        const auto line = trimAscii(raw);
        if (line.starts_with(kRemoval)) {
            lines.push_back({number, trimAscii(line.substr(kRemoval.size())), true});
        } else if (!line.empty() && line.front() != '#') {
            lines.push_back({number, line, false});
        }
    }
    return lines;
}

Result<void> addLayer(ListKind list,
                      const std::vector<RuleLayer>& layers,
                      std::uint32_t layer,
                      std::vector<RuleLine>& rules)
{
    for (const auto& line : linesOf(layers[layer].text(list))) {
        const auto refuse = [&](std::string_view why) {
            return fail(ErrorKind::Malformed, listName(list), " of \"", layers[layer].name,
                        "\", line ", line.number, ": ", why);
        };
        if (line.isRemoval) {
            std::erase_if(rules, [&](const RuleLine& rule) {
                return rule.place.layer < layer && rule.text == line.entry;
            });
            continue;
        }
        if (rules.size() == kMaxRuleLines)
            return refuse(concat("more than ", kMaxRuleLines, " entries"));
        if (const auto checked = checkEntry(list, line.entry); !checked)
            return refuse(checked.error().detail);
        rules.push_back({{list, layer, line.number}, std::string(line.entry)});
    }
    return {};
}

} // namespace

std::string_view listName(ListKind list)
{
    return kNames[static_cast<std::size_t>(list)];
}

std::optional<ListKind> parseListName(std::string_view name)
{
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<ListKind>(found - kNames.begin());
}

std::vector<RuleProblem> checkList(ListKind list, std::string_view text)
{
    std::vector<RuleProblem> problems;
    for (const auto& line : linesOf(text)) {
        if (line.isRemoval)
            continue;
        if (const auto checked = checkEntry(list, line.entry); !checked)
            problems.push_back({line.number, checked.error().detail});
    }
    return problems;
}

Result<std::vector<RuleLine>> readList(ListKind list, const std::vector<RuleLayer>& layers)
{
    std::vector<RuleLine> rules;
    for (std::uint32_t layer = 0; layer < layers.size(); ++layer)
        FL_CHECK(addLayer(list, layers, layer, rules));
    return rules;
}

} // namespace faultline::signature
