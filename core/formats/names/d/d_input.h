// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/text/name_input.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::demangling {

/// The characters of a D name, read token by token. After the first failure every read returns
/// nothing, until restore() goes back to a place with another possible reading.
class DInput : public NameInput
{
public:
    using NameInput::accept;
    using NameInput::NameInput;

    /// Ends reading permanently, because a limit was reached.
    void exhaust()
    {
        m_exhausted = true;
        m_ok = false;
    }

    /// Clears a failure and goes back to `position`.
    void restore(std::size_t position)
    {
        m_position = position;
        m_ok = !m_exhausted;
    }

    std::string_view rest() const { return ok() ? m_text.substr(m_position) : std::string_view(); }

    bool accept(std::string_view text);

    bool atDigit() const { return peek() >= '0' && peek() <= '9'; }

    /// Fails without a digit, or if the number is larger than any name could be.
    std::size_t number();

    /// The digits unchanged.
    std::string_view digits();

    /// Fails when fewer characters remain.
    std::string_view characters(std::size_t count);

    /// Reads the back reference after "Q": an earlier position. Fails when it is not one.
    std::size_t backReference();

    /// The character that the back reference at this position refers to; '\0' for none.
    char referenced() const;

private:
    bool m_exhausted = false;
};

} // namespace faultline::demangling
