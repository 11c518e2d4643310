// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/d/d_input.h"

#include "core/base/hex.h"

#include <algorithm>

namespace faultline::demangling {

bool DInput::accept(std::string_view text)
{
    if (!rest().starts_with(text))
        return false;
    m_position += text.size();
    return true;
}

std::string_view DInput::digits()
{
    const auto text = rest();
    const auto found = text.substr(0, text.find_first_not_of("0123456789"));
    if (found.empty())
        m_ok = false;
    m_position += found.size();
    return found;
}

std::size_t DInput::number()
{
    const auto value = parseDecimal(digits());
    // Lengths and counts; no larger one can be met by the rest of the name.
    if (!value || *value > m_text.size())
        m_ok = false;
    return m_ok ? static_cast<std::size_t>(*value) : 0;
}

std::string_view DInput::characters(std::size_t count)
{
    if (count > rest().size()) {
        m_ok = false;
        return {};
    }
    const auto found = rest().substr(0, count);
    m_position += count;
    return found;
}

/// A distance backwards from the "Q" in base 26: capital letters, then one small letter.
std::size_t DInput::backReference()
{
    const std::size_t origin = m_position - 1;
    std::size_t distance = 0;
    for (;;) {
        const char c = take();
        const bool isLast = c >= 'a' && c <= 'z';
        if (!isLast && (c < 'A' || c > 'Z')) {
            m_ok = false;
            return 0;
        }
        distance = distance * 26 + static_cast<std::size_t>(c - (isLast ? 'a' : 'A'));
        if (distance > origin || (isLast && distance == 0)) {
            m_ok = false;
            return 0;
        }
        if (isLast)
            return origin - distance;
    }
}

char DInput::referenced() const
{
    DInput copy = *this;
    if (!copy.accept('Q'))
        return '\0';
    copy.seek(copy.backReference());
    return copy.peek();
}

} // namespace faultline::demangling
