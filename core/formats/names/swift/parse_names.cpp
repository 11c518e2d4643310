// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"
#include "core/formats/names/text/punycode.h"

namespace faultline::demangling::swift {

namespace {

/// A longer name would exceed every output limit.
constexpr std::size_t kMaxIdentifierBytes = 8192;
constexpr unsigned kMaxRepeats = 2048;

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool startsWord(char c)
{
    return (c < '0' || c > '9') && c != '_' && c != '\0';
}

bool endsWord(char c, char before)
{
    return c == '_' || c == '\0' || (isUpper(c) && !isUpper(before));
}

} // namespace

/// "1a", "0AB3foo" with words of earlier identifiers for 'A' and 'B', "00…" in punycode.
Node* Parser::identifier()
{
    bool hasWords = false;
    bool isPunycode = false;
    if (accept('0')) {
        isPunycode = accept('0');
        hasWords = !isPunycode;
    }
    std::string name;
    do {
        while (hasWords && (isLower(peek()) || isUpper(peek()))) {
            const char c = take();
            const auto word = static_cast<std::size_t>(isLower(c) ? c - 'a' : c - 'A');
            hasWords = isLower(c); // A capital is the last one.
            if (word >= m_wordCount)
                return nullptr;
            name += m_words[word];
            if (name.size() > kMaxIdentifierBytes)
                return nullptr;
        }
        if (accept('0'))
            break;
        if (!identifierPart(name, isPunycode))
            return nullptr;
    } while (hasWords);
    return name.empty() ? nullptr : substitutable(text(Kind::Identifier, name));
}

bool Parser::identifierPart(std::string& name, bool isPunycode)
{
    const auto length = natural();
    if (!length || *length == 0)
        return false;
    if (isPunycode)
        accept('_');
    if (*length > m_text.size() - m_position)
        return false;
    const std::string_view part = rest().substr(0, *length);
    skip(*length);
    if (name.size() + part.size() > kMaxIdentifierBytes)
        return false;
    if (!isPunycode) {
        name += part;
        rememberWords(part);
        return true;
    }
    const auto decoded = decodePunycode(part, '_', PunycodeDigits::Swift);
    if (!decoded)
        return false;
    name += *decoded;
    return true;
}

void Parser::rememberWords(std::string_view text)
{
    constexpr std::size_t kNone = std::string_view::npos;
    std::size_t start = kNone;
    for (std::size_t i = 0; i <= text.size() && m_wordCount < m_words.size(); ++i) {
        const char c = i < text.size() ? text[i] : '\0';
        if (start != kNone && endsWord(c, text[i - 1])) {
            if (i - start >= 2)
                m_words[m_wordCount++] = text.substr(start, i - start);
            start = kNone;
        }
        if (start == kNone && startsWord(c))
            start = i;
    }
}

Node* Parser::operatorIdentifier()
{
    const Node* const name = pop(Kind::Identifier);
    if (name == nullptr)
        return nullptr;
    std::string spelling;
    for (const char c : name->text) {
        const bool isAscii = static_cast<unsigned char>(c) < 0x80;
        const char character = isAscii ? operatorCharacter(c) : c;
        if (character == '\0')
            return nullptr;
        spelling += character;
    }
    switch (take()) {
    case 'i': return text(Kind::Operator, spelling + " infix");
    case 'p': return text(Kind::Operator, spelling + " prefix");
    case 'P': return text(Kind::Operator, spelling + " postfix");
    default: return nullptr;
    }
}

Node* Parser::localIdentifier()
{
    if (accept('L')) {
        Node* const discriminator = pop(Kind::Identifier);
        Node* const name = pop(isDeclName);
        return m_arena.make(Kind::PrivateName, {discriminator, name});
    }
    if (accept('l'))
        return m_arena.make(Kind::PrivateName, {pop(Kind::Identifier)});
    const char related = peek();
    if ((related >= 'a' && related <= 'j') || (related >= 'A' && related <= 'J')) {
        const std::string_view letter = rest().substr(0, 1);
        skip(1);
        return m_arena.make(Kind::RelatedName, letter, {pop()});
    }
    Node* const discriminator = indexNode();
    Node* const name = pop(isDeclName);
    return m_arena.make(Kind::LocalName, {discriminator, name});
}

/// "AbC": substitutions 1 and 2; "A3b…": the same one three times; "A27_": a large index.
Node* Parser::multiSubstitution()
{
    bool hasCount = false;
    unsigned count = 0;
    for (;;) {
        const char c = take();
        if (isLower(c) || isUpper(c)) {
            const auto at = static_cast<std::size_t>(isLower(c) ? c - 'a' : c - 'A');
            if (at >= m_substitutions.size())
                return nullptr;
            Node* const node = repeated(m_substitutions[at], hasCount ? count : 1);
            if (isUpper(c))
                return node; // A capital is the last one.
            if (!push(node))
                return nullptr;
            hasCount = false;
        } else if (c == '_') {
            const std::size_t at = hasCount ? std::size_t{count} + 27 : 26;
            return at < m_substitutions.size() ? m_substitutions[at] : nullptr;
        } else {
            if (c < '0' || c > '9')
                return nullptr;
            --m_position;
            count = natural().value_or(kMaxRepeats + 1);
            hasCount = true;
        }
    }
}

/// Pushes all but the last one, which the caller pushes.
Node* Parser::repeated(Node* node, unsigned count)
{
    if (count > kMaxRepeats)
        return nullptr;
    for (; count > 1; --count)
        if (!push(node))
            return nullptr;
    return node;
}

Node* Parser::standardType(Kind kind, std::string_view name)
{
    return type(m_arena.make(
        kind, {m_arena.leaf(Kind::Module, "Swift"), m_arena.leaf(Kind::Identifier, name)}));
}

Node* Parser::standardSubstitution()
{
    if (accept('o'))
        return m_arena.leaf(Kind::Module, "__C");
    if (accept('C'))
        return m_arena.leaf(Kind::Module, "__C_Synthesized");
    if (accept('g')) {
        Node* const arguments = m_arena.make(Kind::TypeList, {popType()});
        return substitutable(type(
            m_arena.make(Kind::BoundGeneric, {standardType(Kind::Enum, "Optional"), arguments})));
    }
    const bool hasCount = peek() >= '0' && peek() <= '9';
    const auto count = natural();
    if (hasCount && !count)
        return nullptr;
    const bool isConcurrency = accept('c');
    const StandardType* const found = findStandardType(take(), isConcurrency);
    return found == nullptr ? nullptr
                            : repeated(standardType(found->kind, found->name), count.value_or(1));
}

} // namespace faultline::demangling::swift
