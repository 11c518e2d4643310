// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <charconv>

namespace faultline::detail {

TextPart::TextPart(char character) : m_text(m_digits, 1)
{
    m_digits[0] = character;
}

TextPart::TextPart(Hex number)
{
    m_digits[0] = '0';
    m_digits[1] = 'x';
    const auto end = std::to_chars(m_digits + 2, m_digits + kMaxDigits, number.value, 16).ptr;
    m_text = {m_digits, end};
}

void TextPart::writeSigned(std::int64_t number)
{
    m_text = {m_digits, std::to_chars(m_digits, m_digits + kMaxDigits, number).ptr};
}

void TextPart::writeUnsigned(std::uint64_t number)
{
    m_text = {m_digits, std::to_chars(m_digits, m_digits + kMaxDigits, number).ptr};
}

std::string join(std::initializer_list<TextPart> parts)
{
    std::size_t sizeBytes = 0;
    for (const TextPart& part : parts)
        sizeBytes += part.text().size();
    std::string text;
    text.reserve(sizeBytes);
    for (const TextPart& part : parts)
        text += part.text();
    return text;
}

std::unexpected<Error> failure(ErrorKind kind, std::initializer_list<TextPart> parts)
{
    return std::unexpected(Error{kind, join(parts)});
}

} // namespace faultline::detail
