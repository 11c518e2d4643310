#pragma once

#include "core/formats/names/text/name_input.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::demangling {

/// The characters of a D name, read one token at a time. After the first failure every read yields
/// nothing, until restore() goes back to where another reading is possible.
class DInput : public NameInput
{
public:
    using NameInput::accept;
    using NameInput::NameInput;

    /// Ends the reading for good: a limit was hit.
    void exhaust()
    {
        m_exhausted = true;
        m_ok = false;
    }

    /// Forgets a failure, and goes back.
    void restore(std::size_t position)
    {
        m_position = position;
        m_ok = !m_exhausted;
    }

    std::string_view rest() const { return ok() ? m_text.substr(m_position) : std::string_view(); }

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
    bool m_exhausted = false;
};

} // namespace faultline::demangling
