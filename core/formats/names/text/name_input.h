// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace faultline::demangling {

/// The characters of a mangled name, read token by token. After a failure every read returns
/// nothing. The derived grammars define the tokens.
class NameInput
{
public:
    explicit NameInput(std::string_view mangled) : m_text(mangled) {}

    bool ok() const { return m_ok; }

    void fail() { m_ok = false; }

    bool atEnd() const { return m_position == m_text.size(); }

    /// Position for back references: the first character is 0.
    std::size_t position() const { return m_position; }

    void seek(std::size_t position) { m_position = position; }

    /// Returns '\0' at the end.
    char peek() const { return m_ok && m_position < m_text.size() ? m_text[m_position] : '\0'; }

    /// Fails at the end.
    char take()
    {
        const char c = peek();
        if (c == '\0')
            m_ok = false;
        else
            ++m_position;
        return c;
    }

    bool accept(char c)
    {
        if (peek() != c)
            return false;
        ++m_position;
        return true;
    }

protected:
    std::string_view m_text;
    std::size_t m_position = 0;
    bool m_ok = true;
};

} // namespace faultline::demangling
