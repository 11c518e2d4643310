#include "core/symbolicate/options/rewrite_rules.h"

#include "core/base/hex.h"

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

RE2::Options quietOptions()
{
    RE2::Options options;
    options.set_log_errors(false);
    return options;
}

} // namespace

std::string rewriteDebugFile(std::string_view debugFile, const std::vector<RewriteRule>& rules)
{
    for (const auto& rule : rules) {
        const RE2 pattern(forRe2(rule.from), quietOptions());
        if (!pattern.ok())
            continue;
        std::vector<re2::StringPiece> groups(
            static_cast<std::size_t>(pattern.NumberOfCapturingGroups()) + 1);
        const re2::StringPiece text(debugFile.data(), debugFile.size());
        if (!pattern.Match(text, 0, debugFile.size(), RE2::UNANCHORED, groups.data(),
                           static_cast<int>(groups.size())))
            continue;
        const auto at = static_cast<std::size_t>(groups[0].data() - debugFile.data());
        return std::string(debugFile.substr(0, at)) + expand(rule.to, pattern, groups) +
               std::string(debugFile.substr(at + groups[0].size()));
    }
    return std::string(debugFile);
}

Result<void> checkRewriteRules(const std::vector<RewriteRule>& rules)
{
    for (const auto& rule : rules) {
        const RE2 pattern(forRe2(rule.from), quietOptions());
        if (!pattern.ok())
            return fail(ErrorKind::Malformed, "rewrite rule \"", rule.from,
                        "\": ", pattern.error());
    }
    return {};
}

} // namespace faultline::symbolicate
