// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/faultline_names.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/signature/nesting.h"
#include "core/signature/socorro_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace faultline::signature {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kOperator = "operator";
constexpr std::uint64_t kPageMask = 0xfff;

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool keepsNone(const Bracketed&)
{
    return false;
}

bool keepsAnonymous(const Bracketed& part)
{
    return part.inner == kAnonymous;
}

/// "foo(int) [clone .cold.222]", "foo.isra.0", "foo (.cold)": parts of a function that a compiler
/// has taken apart.
std::string_view withoutCompilerMarks(std::string_view text)
{
    constexpr std::array<std::string_view, 6> kMarks{".cold",  ".isra.", ".constprop.",
                                                     ".part.", ".llvm.", ".lto_priv."};
    if (const auto clone = text.find(" [clone "); clone != std::string_view::npos)
        text = text.substr(0, clone);
    if (const auto dotted = text.find(" (."); dotted != std::string_view::npos)
        text = text.substr(0, dotted);
    for (const auto mark : kMarks) {
        const auto at = text.rfind(mark);
        const bool isAtEnd =
            at != std::string_view::npos && at > 0 &&
            text.find_first_not_of("0123456789.", at + mark.size()) == std::string_view::npos;
        if (isAtEnd)
            text = text.substr(0, at);
    }
    return trimAscii(text);
}

/// "strlen+0x10": a text may name a frame with its distance from the function's entry.
std::string_view withoutCodeOffset(std::string_view text)
{
    const auto plus = text.rfind("+0x");
    const bool isOffset =
        plus != std::string_view::npos && plus > 0 && plus + 3 < text.size() &&
        text.find_first_not_of("0123456789abcdefABCDEF", plus + 3) == std::string_view::npos;
    return isOffset ? trimAscii(text.substr(0, plus)) : text;
}

/// Rust ends legacy names with a hash of the build: "::h" and 16 digits.
std::string_view withoutRustHash(std::string_view text)
{
    constexpr std::size_t kHashBytes = 19;
    if (text.size() <= kHashBytes)
        return text;
    const auto hash = text.substr(text.size() - kHashBytes);
    const bool isHash = hash.starts_with("::h") &&
                        hash.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
    return isHash ? text.substr(0, text.size() - kHashBytes) : text;
}

std::string_view withoutQualifiers(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kQualifiers{" const", " volatile", " noexcept", "&&",
                                                          "&"};
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (const auto qualifier : kQualifiers) {
            if (!text.ends_with(qualifier))
                continue;
            const auto rest = trimAscii(text.substr(0, text.size() - qualifier.size()));
            if (rest.empty() || rest.ends_with(kOperator))
                return text;
            text = rest;
            isChanged = true;
        }
    }
    return text;
}

/// "foo()" for "void (*foo())(int)", a function that returns a function.
std::string_view withoutReturnedFunction(std::string_view text)
{
    const auto at = text.find(" (*");
    if (at == std::string_view::npos || text.find_first_of("(<") <= at)
        return text;
    std::size_t depth = 0;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '(')
            ++depth;
        else if (text[i] == ')' && --depth == 0)
            return text.substr(at + 3, i - at - 3);
    }
    return text;
}

/// Where the word "operator" stands outside of brackets; npos when it does not.
std::size_t findOperator(std::string_view text)
{
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '<' || text[i] == '{')
            ++depth;
        else if (text[i] == ')' || text[i] == '>' || text[i] == '}')
            --depth;
        const bool isWord = depth <= 0 && text.substr(i).starts_with(kOperator) &&
                            (i == 0 || !isNameCharacter(text[i - 1])) &&
                            i + kOperator.size() < text.size() &&
                            !isNameCharacter(text[i + kOperator.size()]);
        if (isWord)
            return i;
    }
    return std::string_view::npos;
}

/// The end of an operator's symbol, type or word, which begins at `at`.
std::size_t endOfOperator(std::string_view text, std::size_t at)
{
    const auto rest = text.substr(at);
    if (rest.starts_with("()") || rest.starts_with("[]"))
        return at + 2;
    if (rest.starts_with(' ')) // "operator new[]", "operator bool", "operator Foo<int>*"
        return std::min(text.find('(', at), text.size());
    return std::min(text.find_first_not_of("<>=!-+*/%&|^~,", at), text.size());
}

std::string withoutReturnType(std::string_view text)
{
    const auto parts = splitOutsideBrackets(text);
    auto first = parts.size() - 1;
    while (first > 0 && parts[first].starts_with('('))
        --first;
    return std::string(text.substr(static_cast<std::size_t>(parts[first].data() - text.data())));
}

/// "$_12" and "{lambda#3}" are numbered anew by each build.
std::string withoutNumbers(std::string_view text, std::string_view lead)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto next = text.find(lead, at);
        out += text.substr(at, next - at);
        if (next == std::string_view::npos)
            break;
        const auto digits = next + lead.size();
        at = std::min(text.find_first_not_of("0123456789", digits), text.size());
        out += at > digits ? lead.substr(0, lead.size() - 1) : lead;
    }
    return out;
}

/// Languages of scripts call code without a name "<module>", "<lambda>", "outer.<locals>.f",
/// "Object.<anonymous>". No template's arguments stand alone between dots.
bool isPlaceholder(std::string_view name, const Bracketed& part)
{
    const auto after = name.substr(part.before.size() + part.inner.size());
    const bool isAlone = (part.before.empty() || part.before.ends_with('.')) &&
                         (after.empty() || after.starts_with('.'));
    return isAlone && part.inner.size() > 2 && part.inner.ends_with('>') &&
           part.inner.find_first_of("0123456789(),:&*") == std::string_view::npos;
}

bool isOfCpp(Language language)
{
    return language == Language::Cpp || language == Language::ObjCpp;
}

/// Is the whole name such a placeholder, which every file may have?
bool isOnlyPlaceholder(std::string_view name, Language language)
{
    return !isOfCpp(language) && name.starts_with('<') && name.find('>') == name.size() - 1 &&
           isPlaceholder(name, {.before = {}, .inner = name});
}

/// "<A as B>": of Rust, or of a text that does not say its language.
bool isImplementation(const Bracketed& part, Language language)
{
    return (language == Language::Rust || language == Language::Unknown) &&
           part.inner.find(" as ") != std::string_view::npos;
}

std::string plainName(std::string_view name, Language language)
{
    auto text = replaceAll(name, "`anonymous namespace'", kAnonymous);
    text = collapse(text, '<', '>', "<T>", [&](const Bracketed& part) {
        return part.inner == "<name omitted>" || isImplementation(part, language) ||
               (!isOfCpp(language) && isPlaceholder(text, part));
    });
    text = collapse(text, '(', ')', "", keepsAnonymous);
    return withoutNumbers(withoutNumbers(text, "$_"), "{lambda#");
}

std::string cppName(std::string_view function, Language language)
{
    auto text = withoutRustHash(withoutCompilerMarks(function));
    text = withoutReturnedFunction(withoutQualifiers(text));
    const auto at = findOperator(text);
    if (at == std::string_view::npos)
        return plainName(withoutReturnType(text), language);
    const auto end = endOfOperator(text, at + kOperator.size());
    return plainName(withoutReturnType(text.substr(0, at)), language) +
           std::string(trimAscii(text.substr(at, end - at))) +
           plainName(text.substr(end), language);
}

std::string goName(std::string_view function)
{
    return collapse(function, '[', ']', "[...]", keepsNone);
}

std::string swiftName(std::string_view function)
{
    const auto text = function.substr(0, function.find(" -> "));
    return collapse(collapse(text, '<', '>', "<T>", keepsNone), '(', ')', "", keepsNone);
}

} // namespace

std::string faultlineName(std::string_view function, Language language)
{
    const auto text = withoutCodeOffset(trimAscii(function));
    std::string name;
    if (text.starts_with("-[") || text.starts_with("+["))
        name = text;
    else if (language == Language::Go)
        name = goName(text);
    else if (language == Language::Swift)
        name = swiftName(text);
    else
        name = spacedPunctuation(cppName(text, language));
    const auto trimmed = trimAscii(name);
    return std::string(trimmed.empty() ? text : trimmed);
}

std::string modulePageText(const CrashRow& row, std::string_view os)
{
    if (row.module.empty() || !row.moduleOffset)
        return textWithoutFunction(row, os);
    const auto module = os == "Windows NT" ? toLowerAscii(row.module) : row.module;
    return concat(module, '+', hexAddress(*row.moduleOffset & ~kPageMask));
}

std::string
faultlineFrameText(const CrashRow& row, std::string_view os, const SignatureRules& rules)
{
    if (row.function.empty())
        return textWithoutFunction(row, os);
    auto text = faultlineName(row.function, row.language);
    if (isOnlyPlaceholder(text, row.language) && !row.file.empty())
        text += concat(" (", baseName(row.file), ')');
    if (row.line && rules.wantsLine(text))
        text += concat(':', *row.line);
    return text;
}

} // namespace faultline::signature
