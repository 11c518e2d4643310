// SPDX-License-Identifier: GPL-3.0-or-later
// The types and the format specifiers in an expression.
#include "core/natvis/expression_parser.h"

#include <algorithm>
#include <array>

namespace faultline::natvis {

namespace {

constexpr std::array<std::string_view, 8> kQualifiers{
    "const", "volatile", "struct", "class", "union", "enum", "typename", "__restrict"};

struct FormatWord
{
    std::string_view word;
    void (*apply)(Format&);
};

void asText(Format& format, Format::Text text, std::uint32_t unitBytes)
{
    format.text = text;
    format.unitBytes = unitBytes;
}

/// Format specifiers (Microsoft, "Format specifiers for C++ in the Visual Studio debugger"). Those
/// that only change how a debugger's window shows a value are accepted without effect. Longer ones
/// come first.
constexpr std::array<FormatWord, 33> kFormatWords{
    {{"sub", [](Format& f) { asText(f, Format::Text::Bare, 2); }},
     {"s32b", [](Format& f) { asText(f, Format::Text::Bare, 4); }},
     {"s32", [](Format& f) { asText(f, Format::Text::Quoted, 4); }},
     {"s8b", [](Format& f) { asText(f, Format::Text::Bare, 1); }},
     {"s8", [](Format& f) { asText(f, Format::Text::Quoted, 1); }},
     {"su", [](Format& f) { asText(f, Format::Text::Quoted, 2); }},
     {"sb", [](Format& f) { asText(f, Format::Text::Bare, 0); }},
     {"s", [](Format& f) { asText(f, Format::Text::Quoted, 0); }},
     {"na", [](Format& f) { f.hidesAddress = true; }},
     {"nvo", [](Format&) {}},
     {"nd", [](Format&) {}},
     {"nr", [](Format&) {}},
     {"Xb", [](Format& f) { f.base = Format::Base::HexBare; }},
     {"xb", [](Format& f) { f.base = Format::Base::HexBare; }},
     {"Hb", [](Format& f) { f.base = Format::Base::HexBare; }},
     {"hb", [](Format& f) { f.base = Format::Base::HexBare; }},
     {"handle", [](Format&) {}},
     {"hv", [](Format&) {}},
     {"hr", [](Format& f) { f.base = Format::Base::Hex; }},
     {"wc", [](Format& f) { f.base = Format::Base::Hex; }},
     {"wm", [](Format& f) { f.base = Format::Base::Hex; }},
     {"X", [](Format& f) { f.base = Format::Base::Hex; }},
     {"x", [](Format& f) { f.base = Format::Base::Hex; }},
     {"H", [](Format& f) { f.base = Format::Base::Hex; }},
     {"h", [](Format& f) { f.base = Format::Base::Hex; }},
     {"d", [](Format& f) { f.base = Format::Base::Decimal; }},
     {"o", [](Format& f) { f.base = Format::Base::Octal; }},
     {"bb", [](Format& f) { f.base = Format::Base::Binary; }},
     {"b", [](Format& f) { f.base = Format::Base::Binary; }},
     {"c", [](Format& f) { f.base = Format::Base::Character; }},
     {"en", [](Format&) {}},
     {"f", [](Format&) {}},
     {"g", [](Format&) {}}}};

} // namespace

bool isBuiltInWord(std::string_view word)
{
    constexpr std::array<std::string_view, 15> kWords{
        "void",  "bool",   "char",    "signed",  "unsigned", "short",    "int",    "long",
        "float", "double", "wchar_t", "char8_t", "char16_t", "char32_t", "__int64"};
    return std::ranges::find(kWords, word) != kWords.end();
}

bool ExpressionParser::takeQualifier()
{
    return std::ranges::any_of(kQualifiers,
                               [&](std::string_view word) { return m_scan.takeWord(word); });
}

/// "unsigned long long" and the like, as one name.
bool ExpressionParser::takeBuiltInWords(std::string& into)
{
    for (;;) {
        const auto begin = m_scan.at();
        const auto word = m_scan.word();
        if (!isBuiltInWord(word)) {
            m_scan.goTo(begin);
            return !into.empty();
        }
        into += into.empty() ? "" : " ";
        into += word;
    }
}

/// "a", "::a", "a::b<c>::d". Template arguments count as such only before "::", because in an
/// expression "<" is a comparison; type() accepts them at the end also.
bool ExpressionParser::takeQualifiedName(std::string& into)
{
    m_scan.take("::");
    for (;;) {
        const auto word = m_scan.word();
        if (word.empty())
            return false;
        into += word;
        const auto afterWord = m_scan.at();
        if (m_scan.next() == '<') {
            const auto open = m_scan.at();
            if (m_scan.takeTemplateArguments() && m_scan.rest().starts_with("::"))
                into += m_scan.between(open, m_scan.at());
            else
                m_scan.goTo(afterWord);
        }
        if (!m_scan.rest().starts_with("::"))
            return true;
        m_scan.take("::");
        into += "::";
    }
}

/// A type, if one begins here. What is no type leaves the place where it is.
std::optional<TypeText> ExpressionParser::type()
{
    TypeText type;
    while (takeQualifier()) {
    }
    if (!takeBuiltInWords(type.name)) {
        if (isDigit(m_scan.next()) || !takeQualifiedName(type.name))
            return std::nullopt;
        const auto open = m_scan.at();
        if (m_scan.next() == '<' && m_scan.takeTemplateArguments())
            type.name += m_scan.between(open, m_scan.at());
    }
    for (;;) {
        if (takeQualifier())
            continue;
        if (m_scan.take("*"))
            ++type.pointers;
        else if (m_scan.take("&"))
            type.isReference = true;
        else
            return type;
    }
}

/// A type that ends before a sign, which is passed over.
std::optional<TypeText> ExpressionParser::typeBefore(std::string_view end)
{
    auto found = type();
    return found && m_scan.take(end) ? found : std::nullopt;
}

Result<TypeText> ExpressionParser::parseType()
{
    if (m_text.size() > kMaxBytes)
        return fail(ErrorKind::Malformed, "type longer than ", kMaxBytes, " bytes");
    auto found = type();
    if (!found || !m_scan.atEnd())
        return unexpected();
    return *std::move(found);
}

/// What follows the expression: formats, or further expressions.
Result<void> ExpressionParser::end()
{
    while (m_scan.take(",")) {
        if (!continues()) {
            FL_CHECK(formatPart());
            continue;
        }
        FL_TRY(const auto right, assignment());
        FL_TRY(
            m_made.root,
            add({.kind = Kind::Binary, .op = Operator::Comma, .operands = {m_made.root, right}}));
    }
    return {};
}

/// Does an expression come next that no format begins like?
bool ExpressionParser::continues()
{
    const auto begin = m_scan.at();
    const bool found = m_scan.take("++") || m_scan.take("--") || m_scan.take("(") ||
                       m_scan.takeWord("true") || m_scan.takeWord("false");
    m_scan.goTo(begin);
    return found;
}

/// Specifiers may follow each other without a comma: "[n]su", "view(simple)na".
Result<void> ExpressionParser::formatPart()
{
    while (!m_scan.atEnd() && m_scan.next() != ',') {
        if (m_scan.take("!")) {
            m_made.format.isRaw = true;
        } else if (m_scan.take("[")) {
            FL_TRY(m_made.format.count, conditional());
            if (!m_scan.take("]"))
                return unexpected();
        } else if (m_scan.take("view(")) {
            m_made.format.view = m_scan.word();
            if (!m_scan.take(")"))
                return unexpected();
        } else {
            const auto begin = m_scan.at();
            const auto word = m_scan.word();
            if (word.empty())
                return unexpected();
            if (const auto known = formatWord(word); !known)
                return fail(ErrorKind::Malformed, "unknown format at position ", begin);
        }
    }
    return {};
}

Result<void> ExpressionParser::formatWord(std::string_view word)
{
    while (!word.empty()) {
        const auto* found = std::ranges::find_if(
            kFormatWords, [&](const FormatWord& known) { return word.starts_with(known.word); });
        if (found == kFormatWords.end())
            return unexpected();
        found->apply(m_made.format);
        word.remove_prefix(found->word.size());
    }
    return {};
}

} // namespace faultline::natvis
