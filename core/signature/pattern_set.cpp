// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/pattern_set.h"

#include <algorithm>
#include <re2/re2.h>
#include <re2/set.h>
#include <vector>

namespace faultline::signature {

namespace {

/// A program's memory, and that of its automaton while it runs.
constexpr std::int64_t kMaxProgramBytes = 1 << 20;
constexpr std::int64_t kMaxSetBytes = 64 << 20;

RE2::Options optionsFor(std::int64_t maxBytes, Pattern::Case letters)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(maxBytes);
    options.set_case_sensitive(letters == Pattern::Case::Sensitive);
    return options;
}

re2::StringPiece pieceOf(std::string_view text)
{
    return {text.data(), text.size()};
}

/// What is wrong with an expression, as users understand it, with the part that is wrong.
std::string_view wordsOf(RE2::ErrorCode code)
{
    switch (code) {
    case RE2::NoError: return "";
    case RE2::ErrorInternal: return "the expression cannot be read";
    case RE2::ErrorBadEscape: return "a backslash before a letter that has no meaning here";
    case RE2::ErrorBadCharClass: return "no such class of characters";
    case RE2::ErrorBadCharRange: return "a range of characters whose end is before its beginning";
    case RE2::ErrorMissingBracket: return "a bracket [ that nothing closes";
    case RE2::ErrorMissingParen: return "a parenthesis ( that nothing closes";
    case RE2::ErrorUnexpectedParen: return "a parenthesis ) that nothing opens";
    case RE2::ErrorTrailingBackslash: return "a backslash at the end";
    case RE2::ErrorRepeatArgument: return "nothing that could be repeated before the sign";
    case RE2::ErrorRepeatSize: return "a number of repeats that is too large";
    case RE2::ErrorRepeatOp: return "two signs of repeating beside each other";
    case RE2::ErrorBadPerlOp: return "a group (?…) of an unknown kind";
    case RE2::ErrorBadUTF8: return "bytes that are no UTF-8";
    case RE2::ErrorBadNamedCapture: return "a named group that is not written (?P<name>…)";
    case RE2::ErrorPatternTooLarge: return "an expression that needs too much memory";
    }
    return "";
}

std::string problemOf(const RE2& expression)
{
    const auto words = wordsOf(expression.error_code());
    return expression.error_arg().empty() ? std::string(words)
                                          : concat(words, ": ", expression.error_arg());
}

} // namespace

struct Pattern::Compiled
{
    RE2 expression;
};

Pattern::Pattern(std::unique_ptr<const Compiled> compiled) : m_compiled(std::move(compiled)) {}

Pattern::Pattern(Pattern&& other) noexcept = default;
Pattern& Pattern::operator=(Pattern&& other) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view pattern, Case letters)
{
    if (pattern.size() > kMaxPatternBytes)
        return fail(ErrorKind::Malformed, "a regular expression of ", pattern.size(),
                    " bytes, limit ", kMaxPatternBytes);
    std::unique_ptr<const Compiled> compiled(
        new Compiled{RE2(pieceOf(pattern), optionsFor(kMaxProgramBytes, letters))});
    if (!compiled->expression.ok())
        return fail(ErrorKind::Malformed, problemOf(compiled->expression));
    return Pattern(std::move(compiled));
}

bool Pattern::isIn(std::string_view text) const
{
    return RE2::PartialMatch(pieceOf(text), m_compiled->expression);
}

struct PatternSet::Compiled
{
    explicit Compiled(std::int64_t maxBytes)
        : set(optionsFor(maxBytes, Pattern::Case::Sensitive), RE2::ANCHOR_START)
    {
    }

    /// For texts that take the set's automaton beyond its memory.
    std::optional<std::size_t> firstOneByOne(std::string_view text) const
    {
        for (std::size_t i = 0; i < expressions.size(); ++i) {
            if (expressions[i]->Match(pieceOf(text), 0, text.size(), RE2::ANCHOR_START, nullptr, 0))
                return i;
        }
        return std::nullopt;
    }

    RE2::Set set;
    std::vector<std::unique_ptr<RE2>> expressions;
};

PatternSet::PatternSet() = default;
PatternSet::PatternSet(PatternSet&& other) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&& other) noexcept = default;
PatternSet::~PatternSet() = default;

Result<PatternSet> PatternSet::compile(std::span<const std::string> patterns)
{
    PatternSet result;
    if (patterns.empty())
        return result;
    auto compiled = std::make_unique<Compiled>(kMaxSetBytes);
    for (const auto& pattern : patterns) {
        std::string error;
        if (compiled->set.Add(pieceOf(pattern), &error) < 0)
            return fail(ErrorKind::Malformed, error);
    }
    // The limit of the set's program bounds the single programs as well, so the set comes first.
    if (!compiled->set.Compile())
        return fail(ErrorKind::Malformed, patterns.size(), " patterns need more than ",
                    kMaxSetBytes, " bytes together");
    for (const auto& pattern : patterns)
        compiled->expressions.push_back(std::make_unique<RE2>(
            pieceOf(pattern), optionsFor(kMaxProgramBytes, Pattern::Case::Sensitive)));
    result.m_compiled = std::move(compiled);
    return result;
}

std::optional<std::size_t> PatternSet::firstAtStart(std::string_view text) const
{
    if (!m_compiled)
        return std::nullopt;
    std::vector<int> found;
    RE2::Set::ErrorInfo problem{};
    if (m_compiled->set.Match(pieceOf(text), &found, &problem))
        return static_cast<std::size_t>(*std::ranges::min_element(found));
    return problem.kind == RE2::Set::kNoError ? std::nullopt : m_compiled->firstOneByOne(text);
}

} // namespace faultline::signature
