// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/options/rewrite_rules.h"

#include "core/base/hex.h"

#include <algorithm>
#include <cctype>
#include <re2/re2.h>
#include <vector>

namespace faultline::symbolicate {

namespace {

/// Rust also accepts (?<n>…) for a named group; this version of RE2 needs (?P<n>…).
std::string forRe2(std::string_view pattern)
{
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && i + 1 < pattern.size()) {
            out += pattern[i++];
            out += pattern[i];
            continue;
        }
        const bool namedGroup = pattern.substr(i).starts_with("(?<") && i + 3 < pattern.size() &&
                                pattern[i + 3] != '=' && pattern[i + 3] != '!';
        out += pattern[i];
        if (namedGroup) {
            out += "?P";
            ++i;
        }
    }
    return out;
}

bool isGroupCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view
groupText(const RE2& pattern, const std::vector<re2::StringPiece>& groups, std::string_view name)
{
    std::size_t number = groups.size();
    if (const auto index = parseDecimal(name))
        number = static_cast<std::size_t>(*index);
    else if (const auto named = pattern.NamedCapturingGroups().find(std::string(name));
             named != pattern.NamedCapturingGroups().end())
        number = static_cast<std::size_t>(named->second);
    if (number >= groups.size() || groups[number].data() == nullptr)
        return {};
    return {groups[number].data(), groups[number].size()};
}

/// Expands $1, $name, ${name} and $$. A name is as long as possible.
std::string expand(std::string_view replacement,
                   const RE2& pattern,
                   const std::vector<re2::StringPiece>& groups)
{
    std::string out;
    for (std::size_t i = 0; i < replacement.size(); ++i) {
        const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
        if (replacement[i] != '$' || (next != '$' && next != '{' && !isGroupCharacter(next))) {
            out += replacement[i];
            continue;
        }
        if (next == '$') {
            out += '$';
            ++i;
            continue;
        }
        const std::size_t begin = next == '{' ? i + 2 : i + 1;
        std::size_t end = begin;
        while (end < replacement.size() && isGroupCharacter(replacement[end]))
            ++end;
        out += groupText(pattern, groups, replacement.substr(begin, end - begin));
        i = next == '{' && end < replacement.size() ? end : end - 1;
    }
    return out;
}

/// Windows allows paths of this length, and no system allows longer ones.
constexpr std::size_t kMaxNameBytes = 32 * 1024;

RE2::Options optionsFor(const RewriteLimits& limits)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(limits.maxProgramBytes);
    return options;
}

std::unexpected<Error> refuse(std::size_t rule, std::string_view what, std::size_t limit)
{
    return fail(ErrorKind::Malformed, "rewrite rule ", rule, ": ", what, ", limit ", limit);
}

} // namespace

class RewriteRules::Pattern
{
public:
    Pattern(const RewriteRule& rule, const RewriteLimits& limits)
        : m_pattern(forRe2(rule.from), optionsFor(limits)), m_replacement(rule.to)
    {
    }

    const RE2& compiled() const { return m_pattern; }

    /// Absent when the pattern does not match.
    std::optional<std::string> rewrite(std::string_view name) const
    {
        std::vector<re2::StringPiece> groups(
            static_cast<std::size_t>(m_pattern.NumberOfCapturingGroups()) + 1);
        const re2::StringPiece text(name.data(), name.size());
        if (!m_pattern.Match(text, 0, name.size(), RE2::UNANCHORED, groups.data(),
                             static_cast<int>(groups.size())))
            return std::nullopt;
        const auto at = static_cast<std::size_t>(groups[0].data() - name.data());
        return std::string(name.substr(0, at)) + expand(m_replacement, m_pattern, groups) +
               std::string(name.substr(at + groups[0].size()));
    }

private:
    RE2 m_pattern;
    std::string m_replacement;
};

RewriteRules::RewriteRules(std::vector<std::unique_ptr<const Pattern>> patterns)
    : m_patterns(std::move(patterns))
{
}

RewriteRules::~RewriteRules() = default;

Result<std::shared_ptr<const RewriteRules>>
RewriteRules::compile(const std::vector<RewriteRule>& rules, const RewriteLimits& limits)
{
    if (rules.size() > limits.maxRules)
        return fail(ErrorKind::Malformed, rules.size(), " rewrite rules, limit ", limits.maxRules);
    std::vector<std::unique_ptr<const Pattern>> patterns;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto& rule = rules[i];
        if (rule.from.size() > limits.maxPatternBytes)
            return refuse(i, concat("a pattern of ", rule.from.size(), " bytes"),
                          limits.maxPatternBytes);
        if (rule.to.size() > limits.maxReplacementBytes)
            return refuse(i, concat("a replacement of ", rule.to.size(), " bytes"),
                          limits.maxReplacementBytes);
        auto pattern = std::make_unique<const Pattern>(rule, limits);
        if (!pattern->compiled().ok())
            return fail(ErrorKind::Malformed, "rewrite rule \"", rule.from,
                        "\": ", pattern->compiled().error());
        const auto groups = static_cast<std::size_t>(pattern->compiled().NumberOfCapturingGroups());
        if (groups > limits.maxGroups)
            return refuse(i, concat(groups, " groups"), limits.maxGroups);
        patterns.push_back(std::move(pattern));
    }
    return std::shared_ptr<const RewriteRules>(new RewriteRules(std::move(patterns)));
}

std::string RewriteRules::rewrite(std::string_view debugFile) const
{
    if (debugFile.size() > kMaxNameBytes)
        return std::string(debugFile);
    for (const auto& pattern : m_patterns) {
        if (auto rewritten = pattern->rewrite(debugFile))
            return *std::move(rewritten);
    }
    return std::string(debugFile);
}

} // namespace faultline::symbolicate
