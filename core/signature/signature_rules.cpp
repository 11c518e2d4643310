// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/signature_rules.h"

#include "core/base/field_digest.h"

#include <algorithm>

namespace faultline::signature {

std::optional<RulePlace> SignatureRules::PatternList::firstAtStart(std::string_view text) const
{
    const auto index = patterns.firstAtStart(text);
    return index ? std::optional(places[*index]) : std::nullopt;
}

Result<std::shared_ptr<const SignatureRules>> SignatureRules::compile(std::vector<RuleLayer> layers)
{
    auto rules = std::make_shared<SignatureRules>();
    rules->m_layers = std::move(layers);
    FL_CHECK(rules->read());
    FieldDigest digest;
    for (const auto& line : rules->m_lines)
        digest.addNumber(static_cast<std::uint64_t>(line.place.list)).add(line.text);
    rules->m_hash = digest.hex();
    return rules;
}

Result<SignatureRules::PatternList> SignatureRules::readPatterns(ListKind list)
{
    FL_TRY(const auto lines, readList(list, m_layers));
    std::vector<std::string> texts;
    PatternList result;
    for (const auto& line : lines) {
        texts.push_back(line.text);
        result.places.push_back(line.place);
        m_lines.push_back(line);
    }
    auto patterns = PatternSet::compile(texts);
    if (!patterns)
        return fail(patterns.error().kind, listName(list), ": ", patterns.error().detail);
    result.patterns = *std::move(patterns);
    return result;
}

Result<void> SignatureRules::read()
{
    FL_TRY(const auto sentinels, readList(ListKind::Sentinels, m_layers));
    for (const auto& line : sentinels) {
        m_sentinels.try_emplace(line.text, line.place);
        m_lines.push_back(line);
    }
    FL_TRY(m_irrelevant, readPatterns(ListKind::Irrelevant));
    FL_TRY(m_prefix, readPatterns(ListKind::Prefix));
    FL_TRY(m_lineNumbers, readPatterns(ListKind::LineNumbers));
    FL_TRY(const auto frameRules, readList(ListKind::FrameRules, m_layers));
    for (const auto& line : frameRules) {
        FL_TRY(auto rule, FrameRule::parse(line.text));
        m_frameRules.push_back({std::move(rule), line.place});
        m_lines.push_back(line);
    }
    return {};
}

std::optional<RulePlace> SignatureRules::sentinel(std::string_view frame) const
{
    const auto found = m_sentinels.find(std::string(frame));
    return found == m_sentinels.end() ? std::nullopt : std::optional(found->second);
}

std::optional<RulePlace> SignatureRules::irrelevant(std::string_view frame) const
{
    return m_irrelevant.firstAtStart(frame);
}

std::optional<RulePlace> SignatureRules::prefix(std::string_view frame) const
{
    return m_prefix.firstAtStart(frame);
}

bool SignatureRules::wantsLine(std::string_view function) const
{
    return m_lineNumbers.firstAtStart(function).has_value();
}

FrameVerdict SignatureRules::verdict(const CrashRow& row, FrameFamily family) const
{
    FrameVerdict verdict;
    for (const auto& [rule, place] : m_frameRules) {
        if (!rule.fits(row, family))
            continue;
        for (const auto action : rule.actions) {
            const bool isYes = action == FrameAction::InApp || action == FrameAction::Group;
            if (action == FrameAction::InApp || action == FrameAction::NotInApp) {
                verdict.isInApp = isYes;
                continue;
            }
            verdict.isGrouped = isYes;
            verdict.because = place;
        }
    }
    return verdict;
}

std::string_view SignatureRules::textAt(const RulePlace& place) const
{
    const auto found = std::ranges::find(m_lines, place, &RuleLine::place);
    return found == m_lines.end() ? std::string_view() : std::string_view(found->text);
}

} // namespace faultline::signature
