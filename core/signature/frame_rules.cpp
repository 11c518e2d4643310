// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/frame_rules.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::signature {

namespace {

struct NamedField
{
    std::string_view name;
    FrameField field;
};

constexpr std::array kFields{
    NamedField{"stack.function", FrameField::Function},
    NamedField{"stack.module", FrameField::Module},
    NamedField{"stack.package", FrameField::Package},
    NamedField{"stack.abs_path", FrameField::AbsPath},
    NamedField{"family", FrameField::Family},
};

struct NamedAction
{
    std::string_view name;
    FrameAction action;
};

constexpr std::array kActions{
    NamedAction{"+app", FrameAction::InApp},
    NamedAction{"-app", FrameAction::NotInApp},
    NamedAction{"+group", FrameAction::Group},
    NamedAction{"-group", FrameAction::NoGroup},
};

/// Linear but for the stars, each of which may move once along the text.
bool fitsGlob(std::string_view glob, std::string_view text)
{
    std::size_t at = 0;
    std::size_t inGlob = 0;
    std::optional<std::size_t> star;
    std::size_t afterStar = 0;
    while (at < text.size()) {
        if (inGlob < glob.size() && glob[inGlob] == '*') {
            star = inGlob++;
            afterStar = at;
        } else if (inGlob < glob.size() && (glob[inGlob] == '?' || glob[inGlob] == text[at])) {
            ++inGlob;
            ++at;
        } else if (star) {
            inGlob = *star + 1;
            at = ++afterStar;
        } else {
            return false;
        }
    }
    return glob.find_first_not_of('*', inGlob) == std::string_view::npos;
}

std::string_view familyName(FrameFamily family)
{
    switch (family) {
    case FrameFamily::Native: return "native";
    case FrameFamily::Script: return "javascript";
    case FrameFamily::Jvm: return "jvm";
    }
    return {};
}

std::string_view fieldOf(const CrashRow& row, FrameFamily family, FrameField field)
{
    switch (field) {
    case FrameField::Function: return row.function;
    case FrameField::Module: return row.module;
    case FrameField::Package: return row.package;
    case FrameField::AbsPath: return row.file;
    case FrameField::Family: return familyName(family);
    }
    return {};
}

/// The next word. A value in quotes may have spaces.
std::string_view takeWord(std::string_view& rest)
{
    rest = trimAscii(rest);
    bool isQuoted = false;
    std::size_t end = 0;
    while (end < rest.size() && (isQuoted || (rest[end] != ' ' && rest[end] != '\t'))) {
        if (rest[end] == '"')
            isQuoted = !isQuoted;
        ++end;
    }
    const auto word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
}

std::string_view withoutQuotes(std::string_view value)
{
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        return value.substr(1, value.size() - 2);
    return value;
}

Result<FrameMatcher> parseMatcher(std::string_view word)
{
    FrameMatcher matcher;
    auto rest = word;
    if (rest.starts_with('!')) {
        matcher.isNegated = true;
        rest.remove_prefix(1);
    }
    const auto colon = rest.find(':');
    const auto name = rest.substr(0, colon);
    const auto* field = std::ranges::find(kFields, name, &NamedField::name);
    if (colon == std::string_view::npos || field == kFields.end())
        return fail(ErrorKind::Malformed, "\"", excerpt(word),
                    "\" is neither a matcher such as stack.function:NAME nor an action such as "
                    "+app");
    matcher.field = field->field;
    matcher.glob = withoutQuotes(rest.substr(colon + 1));
    if (matcher.glob.empty())
        return fail(ErrorKind::Malformed, "\"", excerpt(word), "\" has no value");
    return matcher;
}

} // namespace

Result<FrameRule> FrameRule::parse(std::string_view line)
{
    FrameRule rule;
    for (auto rest = trimAscii(line); !rest.empty(); rest = trimAscii(rest)) {
        const auto word = takeWord(rest);
        const auto* action = std::ranges::find(kActions, word, &NamedAction::name);
        if (action != kActions.end()) {
            rule.actions.push_back(action->action);
            continue;
        }
        FL_TRY(auto matcher, parseMatcher(word));
        rule.matchers.push_back(std::move(matcher));
    }
    if (rule.matchers.empty())
        return fail(ErrorKind::Malformed, "no matcher such as stack.function:NAME");
    if (rule.actions.empty())
        return fail(ErrorKind::Malformed, "no action: +app, -app, +group or -group");
    return rule;
}

bool FrameRule::fits(const CrashRow& row, FrameFamily family) const
{
    return std::ranges::all_of(matchers, [&](const FrameMatcher& matcher) {
        return fitsGlob(matcher.glob, fieldOf(row, family, matcher.field)) != matcher.isNegated;
    });
}

} // namespace faultline::signature
