// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_line.h"

#include "core/base/text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace faultline::proguard {

namespace {

constexpr std::string_view kArrow = "->";

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view withoutLeadingBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string_view withoutTrailingBlanks(std::string_view text)
{
    const auto last = text.find_last_not_of(" \t");
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

/// Reads words and numbers from the beginning of a line.
class LineScanner
{
public:
    explicit LineScanner(std::string_view text) : m_rest(text) {}

    std::string_view rest() const { return m_rest; }

    bool startsWithDigit() const { return !m_rest.empty() && m_rest[0] >= '0' && m_rest[0] <= '9'; }

    bool take(char c)
    {
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    bool takeBlanks()
    {
        const auto before = m_rest.size();
        m_rest = withoutLeadingBlanks(m_rest);
        return m_rest.size() != before;
    }

    std::optional<std::uint32_t> number()
    {
        std::uint32_t value = 0;
        const auto [end, error] =
            std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (error != std::errc())
            return std::nullopt;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }

    /// Reads up to one of these characters, but not the character itself; absent when none follows.
    std::optional<std::string_view> until(std::string_view stops)
    {
        const auto end = m_rest.find_first_of(stops);
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto word = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        return word;
    }

    /// Reads blanks, "->" and blanks. The rest of the line is the obfuscated name.
    std::optional<std::string_view> arrowAndName()
    {
        if (!takeBlanks() || !m_rest.starts_with(kArrow))
            return std::nullopt;
        m_rest.remove_prefix(kArrow.size());
        if (!takeBlanks() || m_rest.empty())
            return std::nullopt;
        return withoutTrailingBlanks(m_rest);
    }

private:
    std::string_view m_rest;
};

MappingLine parseComment(std::string_view text)
{
    text = withoutLeadingBlanks(text);
    if (text.starts_with('{'))
        return MetadataLine{withoutTrailingBlanks(text)};
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return HeaderLine{trimAscii(text), std::nullopt};
    return HeaderLine{trimAscii(text.substr(0, colon)), trimAscii(text.substr(colon + 1))};
}

MappingLine parseClass(std::string_view text)
{
    LineScanner scanner(text);
    const auto original = scanner.until(" \t");
    if (!original || original->empty())
        return DamagedLine{};
    auto obfuscated = scanner.arrowAndName();
    if (!obfuscated || !obfuscated->ends_with(':'))
        return DamagedLine{};
    obfuscated->remove_suffix(1);
    if (obfuscated->empty() || obfuscated->find(':') != std::string_view::npos)
        return DamagedLine{};
    return ClassLine{*original, *obfuscated};
}

/// Reads "start:end:" before a method. Returns false when only its start is there.
bool takeRange(LineScanner& scanner, std::optional<MinifiedRange>& range)
{
    if (!scanner.startsWithDigit())
        return true;
    const auto start = scanner.number();
    if (!start || !scanner.take(':'))
        return false;
    const auto end = scanner.number();
    if (!end || !scanner.take(':'))
        return false;
    range = MinifiedRange{std::min(*start, *end), std::max(*start, *end)};
    return true;
}

/// Reads ":from[:to]" after the arguments. Returns false when a colon has no number after it.
bool takeOriginalLines(LineScanner& scanner, MethodLine& method)
{
    if (!scanner.take(':'))
        return true;
    method.originalFrom = scanner.number();
    if (!method.originalFrom)
        return false;
    if (!scanner.take(':'))
        return true;
    method.originalTo = scanner.number();
    return method.originalTo.has_value();
}

void normalise(MethodLine& method)
{
    if (method.range && !method.originalFrom) {
        method.originalFrom = method.range->start;
        method.originalTo = method.range->end;
    }
    if (method.originalFrom && method.originalTo && *method.originalFrom > *method.originalTo)
        std::swap(*method.originalFrom, *method.originalTo);
}

MappingLine finishMethod(LineScanner& scanner, MethodLine method)
{
    scanner.take('(');
    const auto arguments = scanner.until(")");
    if (!arguments)
        return DamagedLine{};
    method.arguments = *arguments;
    scanner.take(')');
    if (!takeOriginalLines(scanner, method))
        return DamagedLine{};
    const auto obfuscated = scanner.arrowAndName();
    if (!obfuscated)
        return DamagedLine{};
    method.obfuscated = *obfuscated;
    if (const auto dot = method.name.rfind('.'); dot != std::string_view::npos) {
        method.receiver = method.name.substr(0, dot);
        method.name.remove_prefix(dot + 1);
    }
    normalise(method);
    return method;
}

MappingLine parseMember(std::string_view text)
{
    LineScanner scanner(text);
    MethodLine method;
    if (!takeRange(scanner, method.range))
        return DamagedLine{};
    const auto type = scanner.until(" \t");
    if (!type || type->empty() || !scanner.takeBlanks())
        return DamagedLine{};
    const auto name = scanner.until(" \t(");
    if (!name || name->empty() || *name == kArrow)
        return DamagedLine{};
    method.returnType = *type;
    method.name = *name;
    if (scanner.rest().starts_with('('))
        return finishMethod(scanner, method);
    const auto obfuscated = scanner.arrowAndName();
    // Only methods can have a line range.
    if (!obfuscated || method.range)
        return DamagedLine{};
    return FieldLine{*type, *name, *obfuscated};
}

} // namespace

MappingLine parseMappingLine(std::string_view line)
{
    const auto text = withoutLeadingBlanks(line);
    if (text.empty() || !isValidUtf8(line))
        return DamagedLine{};
    if (text[0] == '#')
        return parseComment(text.substr(1));
    if (!isBlank(line[0]))
        return parseClass(line);
    auto member = parseMember(text);
    return std::holds_alternative<DamagedLine>(member) ? parseClass(text) : member;
}

MappingLines::MappingLines(std::string_view text) : m_rest(withoutByteOrderMark(text)) {}

std::optional<std::string_view> MappingLines::next()
{
    while (!m_rest.empty() && (m_rest[0] == '\n' || m_rest[0] == '\r'))
        m_rest.remove_prefix(1);
    if (m_rest.empty())
        return std::nullopt;
    const auto* newline = static_cast<const char*>(std::memchr(m_rest.data(), '\n', m_rest.size()));
    auto end =
        newline == nullptr ? m_rest.size() : static_cast<std::size_t>(newline - m_rest.data());
    // A CR alone ends a line too. In CR LF, the CR is the last character before the LF.
    const auto* carriage = static_cast<const char*>(std::memchr(m_rest.data(), '\r', end));
    if (carriage != nullptr)
        end = static_cast<std::size_t>(carriage - m_rest.data());
    const auto line = m_rest.substr(0, end);
    m_rest.remove_prefix(end);
    return line;
}

} // namespace faultline::proguard
