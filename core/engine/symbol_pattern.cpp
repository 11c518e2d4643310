// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_pattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace faultline::engine {

namespace {

constexpr std::size_t kShortestWord = 3;

/// Words that demanglers write for something that the mangled name says by other letters
/// (Itanium C++ ABI, 5.1: operators, builtin types, substitutions, special names, qualifiers), in
/// lower case.
constexpr std::string_view kMadeWords =
    "operator new delete co_await const volatile restrict noexcept throw void bool char signed "
    "unsigned short int long ull float double wchar_t char8_t char16_t char32_t __int128 half auto "
    "decltype nullptr nullptr_t std allocator basic_string string basic_istream istream "
    "basic_ostream ostream basic_iostream iostream char_traits anonymous namespace lambda unnamed "
    "type block_invoke block literal invocation function for vtable vtt typeinfo name guard "
    "variable thunk virtual non-virtual covariant return reference temporary construction "
    "transaction clone tls init wrapper routine sizeof alignof typeid dynamic_cast static_cast "
    "reinterpret_cast const_cast template parameter object abi complex imaginary enum struct union "
    "class this true false fold expression objc objcproto ellipsis decimal32 decimal64 decimal128 "
    "_float16 __float128 bfloat16 std::bfloat16_t _bitint vector __vector pixel cold part "
    "isra constprop lto_priv clone requires typename concept yield default global static local";

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isWordCharacter(char c)
{
    const char small = lower(c);
    return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool isEqual(char wanted, char given)
{
    return wanted == '?' || wanted == lower(given);
}

/// `part` is in lower case.
std::size_t findPart(std::string_view text, std::string_view part, std::size_t from)
{
    const auto found = std::search(
        text.begin() + static_cast<std::ptrdiff_t>(std::min(from, text.size())), text.end(),
        part.begin(), part.end(), [](char given, char wanted) { return isEqual(wanted, given); });
    return found == text.end() && !part.empty() ? std::string_view::npos
                                                : static_cast<std::size_t>(found - text.begin());
}

bool standsAt(std::string_view text, std::string_view part, std::size_t at)
{
    return at + part.size() <= text.size() &&
           std::ranges::equal(part, text.substr(at, part.size()), isEqual);
}

/// Can the word come from something else than the letters of an identifier?
bool isMade(std::string_view word)
{
    return word.size() < kShortestWord || (word.front() >= '0' && word.front() <= '9') ||
           kMadeWords.find(word) != std::string_view::npos;
}

} // namespace

SymbolPattern::SymbolPattern(std::string_view text)
{
    text = trimAscii(text);
    const auto mark = text.find('!');
    const bool hasModule = mark != std::string_view::npos;
    const auto name = trimAscii(hasModule ? text.substr(mark + 1) : text);
    m_fitsNothing = name.empty() || text.size() > kLongest;
    if (m_fitsNothing)
        return;
    if (hasModule)
        m_module = globOf(trimAscii(text.substr(0, mark)));
    m_name = globOf(name);
    m_fitsNothing = m_name.parts.size() > kMostParts || m_module.parts.size() > kMostParts;
    takeWords(name);
}

/// A text without a `*` may stand anywhere.
SymbolPattern::Glob SymbolPattern::globOf(std::string_view text)
{
    Glob glob;
    const bool hasStar = text.contains('*');
    glob.isOpenAtStart = !hasStar || text.starts_with('*');
    glob.isOpenAtEnd = !hasStar || text.ends_with('*');
    while (!text.empty()) {
        const auto star = text.find('*');
        if (star != 0)
            glob.parts.push_back(toLowerAscii(text.substr(0, star)));
        text = star == std::string_view::npos ? std::string_view() : text.substr(star + 1);
    }
    return glob;
}

/// The first place of each part counts, which leaves the most room for the rest.
bool SymbolPattern::fits(const Glob& glob, std::string_view text)
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < glob.parts.size(); ++i) {
        const std::string& part = glob.parts[i];
        const bool isLast = i + 1 == glob.parts.size();
        if (isLast && !glob.isOpenAtEnd) {
            const auto start = text.size() - std::min(text.size(), part.size());
            const bool mayStart = i > 0 || glob.isOpenAtStart || start == 0;
            return mayStart && start >= at && standsAt(text, part, start);
        }
        const auto found = i == 0 && !glob.isOpenAtStart
                               ? (standsAt(text, part, 0) ? 0 : std::string_view::npos)
                               : findPart(text, part, at);
        if (found == std::string_view::npos)
            return false;
        at = found + part.size();
    }
    return true;
}

void SymbolPattern::takeWords(std::string_view text)
{
    std::string word;
    const auto take = [&] {
        if (!isMade(word))
            m_words.push_back(word);
        word.clear();
    };
    for (const char c : text) {
        if (isWordCharacter(c))
            word += lower(c);
        else if (!word.empty())
            take();
    }
    if (!word.empty())
        take();
}

bool SymbolPattern::fitsModule(std::string_view fileName) const
{
    return !m_fitsNothing && fits(m_module, fileName);
}

bool SymbolPattern::fitsName(std::string_view name) const
{
    return !m_fitsNothing && fits(m_name, name);
}

bool SymbolPattern::mayFit(std::string_view mangled, Language language) const
{
    if (m_fitsNothing)
        return false;
    const bool isItanium =
        mangled.starts_with("_Z") && (language == Language::Unknown || language == Language::Cpp);
    return !isItanium || std::ranges::all_of(m_words, [mangled](const std::string& word) {
        return findPart(mangled, word, 0) != std::string_view::npos;
    });
}

} // namespace faultline::engine
