// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/rust/rust_v0_input.h"

#include "core/formats/names/text/punycode.h"

#include <utility>

namespace faultline::demangling {

std::uint64_t RustV0Input::base62()
{
    constexpr auto kMax = ~std::uint64_t{0};
    if (accept('_'))
        return 0;
    std::uint64_t value = 0;
    while (!accept('_')) {
        const char c = take();
        const bool isDigit = c >= '0' && c <= '9';
        const bool isLower = c >= 'a' && c <= 'z';
        const bool isUpper = c >= 'A' && c <= 'Z';
        const int digit = isDigit ? c - '0' : isLower ? c - 'a' + 10 : c - 'A' + 36;
        if ((!isDigit && !isLower && !isUpper) || value > (kMax - 63) / 62) {
            m_ok = false;
            return 0;
        }
        value = value * 62 + static_cast<std::uint64_t>(digit);
    }
    return value + 1;
}

RustV0Input::Identifier RustV0Input::identifier()
{
    Identifier identifier;
    identifier.disambiguator = optionalBase62('s');
    const bool isPunycode = accept('u');
    std::size_t length = 0;
    if (peek() < '0' || peek() > '9')
        m_ok = false;
    if (!accept('0')) {
        while (peek() >= '0' && peek() <= '9' && length <= m_text.size())
            length = length * 10 + static_cast<std::size_t>(take() - '0');
    }
    accept('_');
    if (!m_ok || length > m_text.size() - m_position) {
        m_ok = false;
        return identifier;
    }
    identifier.text = m_text.substr(m_position, length);
    m_position += length;
    if (isPunycode) {
        auto decoded = decodePunycode(identifier.text, '_');
        m_ok = decoded.has_value();
        identifier.text = std::move(decoded).value_or("");
    }
    return identifier;
}

} // namespace faultline::demangling
