// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::insight {

/// The longest text or regular expression that is looked for, in bytes.
inline constexpr std::size_t kMaxTextPatternBytes = 1024;

/// What a user looks for.
struct TextQuery
{
    std::string text;
    bool isExpression = false; ///< A regular expression in RE2's syntax.
    bool matchesCase = false;
    bool wholeWords = false; ///< Words are made of ASCII letters, digits and '_'.

    friend bool operator==(const TextQuery&, const TextQuery&) = default;
};

/// A part of a text, in bytes.
struct TextRange
{
    std::size_t offset = 0;
    std::size_t length = 0;

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// A query, compiled once. Immutable; thread-safe. Looking takes linear time for every query.
class TextPattern
{
public:
    /// Errors: Malformed (no regular expression, a text that is not UTF-8, or a longer one than
    /// kMaxTextPatternBytes).
    static Result<TextPattern> compile(const TextQuery& query);
    TextPattern(TextPattern&& other) noexcept;
    TextPattern& operator=(TextPattern&& other) noexcept;
    ~TextPattern();

    /// The first place in the text; an empty query is at the start of every text.
    std::optional<TextRange> firstIn(std::string_view text) const;

private:
    struct Compiled;
    explicit TextPattern(std::unique_ptr<const Compiled> compiled);

    std::unique_ptr<const Compiled> m_compiled;
};

} // namespace faultline::insight
