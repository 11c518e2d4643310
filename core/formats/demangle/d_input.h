#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::demangling {

/// The characters of a D name, read one token at a time. After the first failure every read yields
/// nothing, until restore() goes back to where another reading is possible.
class DInput
{
public:
    explicit DInput(std::string_view mangled) : m_text(mangled) {}

    bool ok() const { return m_ok && !m_exhausted; }

    void fail() { m_ok = false; }

    /// Ends the reading for good: a limit was hit.
    void exhaust() { m_exhausted = true; }

    bool atEnd() const { return m_position == m_text.size(); }

    std::size_t position() const { return m_position; }

    void seek(std::size_t position) { m_position = position; }

    /// Forgets a failure, and goes back.
    void restore(std::size_t position)
    {
        m_position = position;
        m_ok = true;
    }

    std::string_view rest() const { return ok() ? m_text.substr(m_position) : std::string_view(); }

    /// '\0' at the end.
    char peek() const { return ok() && m_position < m_text.size() ? m_text[m_position] : '\0'; }

    /// Fails at the end.
    char take();

    bool accept(char c);
    bool accept(std::string_view text);

    bool atDigit() const { return peek() >= '0' && peek() <= '9'; }

    /// Fails where no digit stands, or the number is larger than any name could be.
    std::size_t number();

    /// The digits as they are.
    std::string_view digits();

    /// Fails when fewer are left.
    std::string_view characters(std::size_t count);

    /// Behind "Q": an earlier position. Fails when it is none.
    std::size_t backReference();

    /// The character that the back reference at this position means; '\0' for none.
    char referenced() const;

private:
    std::string_view m_text;
    std::size_t m_position = 0;
    bool m_ok = true;
    bool m_exhausted = false;
};

} // namespace faultline::demangling
