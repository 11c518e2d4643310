// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/names/d/d_printer.h"

#include <algorithm>

namespace faultline::demangling {

namespace {

/// The suffix that a literal of the type has in source text.
std::string_view suffixOf(char typeLetter)
{
    switch (typeLetter) {
    case 'h':
    case 't':
    case 'k': return "u";
    case 'l': return "L";
    case 'm': return "uL";
    default: return "";
    }
}

/// Returns the short escape of a control character that has one.
std::string_view escapeOf(unsigned byte)
{
    switch (byte) {
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\v': return "\\v";
    case '\f': return "\\f";
    case '\r': return "\\r";
    default: return "";
    }
}

} // namespace

/// Value: the first character tells the kind. Numbers of new compilers begin with "i", those of old
/// ones at once.
void DPrinter::value(char typeLetter, std::string_view typeName)
{
    const Step step(*this);
    if (m_in.atDigit())
        return integer(typeLetter);
    switch (const char kind = m_in.take()) {
    case 'n': return print("null");
    case 'i': return integer(typeLetter);
    case 'N': print('-'); return integer(typeLetter);
    case 'e': return real();
    case 'c':
        real();
        print('+');
        if (!m_in.accept('c'))
            return m_in.fail();
        real();
        return print('i');
    case 'a':
    case 'w':
    case 'd': return stringLiteral(kind);
    case 'A': return arrayLiteral(typeLetter == 'H');
    case 'S': return structLiteral(typeName);
    case 'f': return mangledName(); // A function literal.
    default: m_in.fail();
    }
}

void DPrinter::integer(char typeLetter)
{
    if (typeLetter == 'a' || typeLetter == 'u' || typeLetter == 'w')
        return character(typeLetter);
    const auto digits = m_in.digits();
    if (typeLetter == 'b')
        return print(digits.find_first_not_of('0') == std::string_view::npos ? "false" : "true");
    print(digits);
    print(suffixOf(typeLetter));
}

/// char, wchar or dchar.
void DPrinter::character(char typeLetter)
{
    const auto code = parseDecimal(m_in.digits());
    if (!code)
        return m_in.fail();
    print('\'');
    if (typeLetter == 'a' && *code >= 0x20 && *code < 0x7f) {
        print(static_cast<char>(*code));
    } else {
        print(typeLetter == 'a' ? "\\x" : typeLetter == 'u' ? "\\u" : "\\U");
        print(hexDigits(*code, typeLetter == 'a' ? 2 : typeLetter == 'u' ? 4 : 8));
    }
    print('\'');
}

/// A hexadecimal number with the point after the first digit.
void DPrinter::real()
{
    if (m_in.accept("NAN"))
        return print("NaN");
    if (m_in.accept("INF"))
        return print("Inf");
    if (m_in.accept("NINF"))
        return print("-Inf");
    print(m_in.accept('N') ? "-0x" : "0x");
    const auto rest = m_in.rest();
    const auto length = rest.find_first_not_of("0123456789ABCDEFabcdef");
    if (length == 0 || length == std::string_view::npos)
        return m_in.fail();
    const auto digits = m_in.characters(length);
    print(digits.front());
    print('.');
    print(digits.substr(1));
    if (!m_in.accept('P'))
        return m_in.fail();
    print(m_in.accept('N') ? "p-" : "p");
    print(m_in.digits());
}

/// Its length in bytes, "_", the bytes in hexadecimal.
void DPrinter::stringLiteral(char width)
{
    const std::size_t length = m_in.number();
    if (!m_in.accept('_'))
        return m_in.fail();
    print('"');
    for (std::size_t i = 0; i < length && m_in.ok(); ++i) {
        const auto byte = parseHex(m_in.characters(2));
        if (!byte)
            return m_in.fail();
        quotedByte(static_cast<unsigned>(*byte));
    }
    print('"');
    if (width != 'a')
        print(width);
}

void DPrinter::quotedByte(unsigned byte)
{
    if (const auto escape = escapeOf(byte); !escape.empty())
        return print(escape);
    if (byte >= 0x20 && byte < 0x7f)
        return print(static_cast<char>(byte));
    print("\\x");
    print(hexDigits(byte, 2));
}

void DPrinter::arrayLiteral(bool isAssociative)
{
    const std::size_t count = m_in.number();
    print('[');
    list(count, [&] {
        value('\0', {});
        if (!isAssociative)
            return;
        print(':');
        value('\0', {});
    });
    print(']');
}

void DPrinter::structLiteral(std::string_view typeName)
{
    const std::size_t count = m_in.number();
    print(typeName);
    print('(');
    list(count, [this] { value('\0', {}); });
    print(')');
}

} // namespace faultline::demangling
