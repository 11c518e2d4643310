// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/old_parser.h"
#include "core/formats/names/swift/phrases.h"
#include "core/formats/names/text/punycode.h"

#include <algorithm>

namespace faultline::demangling::swift {

bool OldParser::accept(std::string_view text)
{
    if (!rest().starts_with(text))
        return false;
    skip(text.size());
    return true;
}

/// Stays at its largest value. A damaged name with so large a number is cut off anyway.
std::optional<std::uint64_t> OldParser::natural()
{
    constexpr std::uint64_t kMax = 1'000'000'000;
    if (peek() < '0' || peek() > '9')
        return std::nullopt;
    std::uint64_t value = 0;
    while (peek() >= '0' && peek() <= '9')
        value = std::min(value * 10 + static_cast<std::uint64_t>(take() - '0'), kMax);
    return value;
}

std::optional<std::uint64_t> OldParser::index()
{
    if (accept('_'))
        return 0;
    const auto value = natural();
    return value && accept('_') ? std::optional(*value + 1) : std::nullopt;
}

Node* OldParser::indexNode()
{
    const auto value = index();
    return value ? m_arena.leaf(Kind::Number, {}, *value) : nullptr;
}

/// "3foo", or "X9…" in punycode.
std::optional<std::string_view> OldParser::identifierText()
{
    const bool isPunycode = accept('X');
    const auto length = natural();
    if (!length || *length == 0 || *length > m_text.size() - m_position)
        return std::nullopt;
    const std::string_view text = rest().substr(0, *length);
    skip(*length);
    if (!isPunycode)
        return text;
    const auto decoded = decodePunycode(text, '_', PunycodeDigits::Swift);
    return decoded && !decoded->empty() ? m_arena.keep(*decoded) : std::nullopt;
}

Node* OldParser::identifier()
{
    const bool isOperator = peek() == 'o' || rest().starts_with("Xo");
    if (isOperator)
        return operatorIdentifier();
    const auto text = identifierText();
    return text ? m_arena.leaf(Kind::Identifier, *text) : nullptr;
}

/// "oi1p": infix "+".
Node* OldParser::operatorIdentifier()
{
    const bool isPunycode = accept('X');
    accept('o');
    const char fixity = take();
    const auto length = natural();
    if (!length || *length == 0 || *length > m_text.size() - m_position)
        return nullptr;
    std::string letters(rest().substr(0, *length));
    skip(*length);
    if (isPunycode)
        letters = decodePunycode(letters, '_', PunycodeDigits::Swift).value_or("");
    std::string spelling;
    for (const char c : letters) {
        const bool isAscii = static_cast<unsigned char>(c) < 0x80;
        spelling += isAscii ? operatorCharacter(c) : c;
    }
    if (spelling.empty() || spelling.find('\0') != std::string::npos)
        return nullptr;
    switch (fixity) {
    case 'p': return kept(Kind::Operator, spelling + " prefix");
    case 'P': return kept(Kind::Operator, spelling + " postfix");
    case 'i': return kept(Kind::Operator, spelling + " infix");
    default: return nullptr;
    }
}

Node* OldParser::declName()
{
    if (accept('L')) {
        Node* const discriminator = indexNode();
        return m_arena.make(Kind::LocalName, {discriminator, identifier()});
    }
    if (accept('P')) {
        Node* const discriminator = identifier();
        return m_arena.make(Kind::PrivateName, {discriminator, identifier()});
    }
    return identifier();
}

} // namespace faultline::demangling::swift
