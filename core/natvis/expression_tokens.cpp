// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/expression_tokens.h"

#include <cctype>

namespace faultline::natvis {

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

void Scanner::skipSpaces()
{
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
        ++m_at;
}

char Scanner::next()
{
    skipSpaces();
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool Scanner::atEnd()
{
    skipSpaces();
    return m_at == m_text.size();
}

bool Scanner::take(std::string_view text)
{
    skipSpaces();
    if (!rest().starts_with(text))
        return false;
    m_at += text.size();
    return true;
}

bool Scanner::takeWord(std::string_view word)
{
    skipSpaces();
    const auto left = rest();
    if (!left.starts_with(word) ||
        (left.size() > word.size() && isNameCharacter(left[word.size()])))
        return false;
    m_at += word.size();
    return true;
}

std::string_view Scanner::word()
{
    skipSpaces();
    const auto begin = m_at;
    while (m_at < m_text.size() && isNameCharacter(m_text[m_at]))
        ++m_at;
    return m_text.substr(begin, m_at - begin);
}

bool Scanner::takeTemplateArguments()
{
    skipSpaces();
    int depth = 0;
    int inner = 0; // Depth of parentheses and brackets, in which "<" does not begin arguments.
    for (auto i = m_at; i < m_text.size() && m_lookaheadLeft > 0; ++i) {
        --m_lookaheadLeft;
        const char c = m_text[i];
        inner += c == '(' || c == '[' || c == '{' ? 1 : 0;
        inner -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        if (inner < 0 || c == ';' || c == '"')
            return false;
        if (inner > 0)
            continue;
        depth += c == '<' ? 1 : 0;
        depth -= c == '>' && (i == 0 || m_text[i - 1] != '-') ? 1 : 0;
        if (depth == 0) {
            const bool isOpen = m_text[m_at] == '<';
            m_at = isOpen ? i + 1 : m_at;
            return isOpen;
        }
    }
    return false;
}

} // namespace faultline::natvis
