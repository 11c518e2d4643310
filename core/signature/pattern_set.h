// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline::signature {

/// The longest regular expression, glob or text of a rule that is accepted.
inline constexpr std::size_t kMaxPatternBytes = 1024;

/// One regular expression in RE2's syntax, compiled once. Immutable; thread-safe. Matching takes
/// linear time for every pattern.
class Pattern
{
public:
    enum class Case : std::uint8_t { Sensitive, Insensitive };

    /// Errors: Malformed (no regular expression, or a longer one than kMaxPatternBytes).
    static Result<Pattern> compile(std::string_view pattern, Case letters = Case::Sensitive);
    Pattern(Pattern&& other) noexcept;
    Pattern& operator=(Pattern&& other) noexcept;
    ~Pattern();

    /// Does it match anywhere in the text?
    bool isIn(std::string_view text) const;

private:
    struct Compiled;
    explicit Pattern(std::unique_ptr<const Compiled> compiled);

    std::unique_ptr<const Compiled> m_compiled;
};

/// Many regular expressions that are tried together at the start of a text. Immutable;
/// thread-safe.
class PatternSet
{
public:
    /// Each pattern must be one that Pattern::compile() accepts. Errors: Malformed (also
    /// when their programs need more than 64 MiB together).
    static Result<PatternSet> compile(std::span<const std::string> patterns);
    PatternSet();
    PatternSet(PatternSet&& other) noexcept;
    PatternSet& operator=(PatternSet&& other) noexcept;
    ~PatternSet();

    /// The index of the first pattern that matches at the start of the text.
    std::optional<std::size_t> firstAtStart(std::string_view text) const;

private:
    struct Compiled;

    std::unique_ptr<const Compiled> m_compiled; ///< Null: no patterns.
};

} // namespace faultline::signature
