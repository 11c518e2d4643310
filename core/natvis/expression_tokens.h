// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline::natvis {

/// May the character be a part of a name? Names of other languages have any letters.
bool isNameCharacter(char c);
bool isDigit(char c);

/// Reads the text of an expression from left to right.
class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_text(text) {}

    std::size_t at() const { return m_at; }

    void goTo(std::size_t at) { m_at = at; }

    std::string_view rest() const { return m_text.substr(m_at); }

    std::string_view between(std::size_t begin, std::size_t end) const
    {
        return m_text.substr(begin, end - begin);
    }

    void skipSpaces();
    /// The next character after spaces; 0 at the end.
    char next();
    bool atEnd();
    /// Passes over a text after spaces, if it comes next.
    bool take(std::string_view text);
    /// Passes over a word, if it comes next and is not the beginning of a longer one.
    bool takeWord(std::string_view word);
    /// A word of name characters after spaces; empty when there is none.
    std::string_view word();
    /// Passes over "<...>" with what it encloses, if it is closed. Looks at kMostLookedAt
    /// characters in all, so that texts of nothing but "<" are not read again and again.
    bool takeTemplateArguments();

    static constexpr std::size_t kMostLookedAt = 1u << 16;

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_lookaheadLeft = kMostLookedAt;
};

} // namespace faultline::natvis
