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
        return fail(ErrorKind::Malformed, compiled->expression.error());
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
