// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace faultline::unwind {

/// Steps through the words of a text that blanks separate. Allocates nothing.
class TextTokens
{
public:
    explicit TextTokens(std::string_view text) : m_rest(text) {}

    /// Empty at the end.
    std::string_view next()
    {
        constexpr std::string_view kBlanks = " \t\r\n";
        const auto begin = m_rest.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) {
            m_rest = {};
            return {};
        }
        m_rest.remove_prefix(begin);
        const auto token = m_rest.substr(0, m_rest.find_first_of(kBlanks));
        m_rest.remove_prefix(token.size());
        return token;
    }

    /// The text after the last word returned.
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

} // namespace faultline::unwind
