// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_pattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

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

bool contains(std::string_view text, std::string_view word)
{
    return !std::ranges::search(text, word, {}, lower).empty();
}

/// Can the word come from something else than the letters of an identifier?
bool isMade(std::string_view word)
{
    return word.size() < kShortestWord || (word.front() >= '0' && word.front() <= '9') ||
           kMadeWords.find(word) != std::string_view::npos;
}

/// The words that must stand in every name that fits, in lower case.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words;
    std::string word;
    const auto take = [&] {
        if (!isMade(word))
            words.push_back(word);
        word.clear();
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (isWordCharacter(name[i])) {
            word += lower(name[i]);
            continue;
        }
        take();
        if (name[i] == '[') // A "]" at the start of a set belongs to it; see sources::Glob.
            i = std::min(name.find(']', i + (name.substr(i).starts_with("[!") ? 3 : 2)),
                         name.size());
    }
    take();
    return words;
}

/// "operator!=" and "std::f<!x>" name no module.
std::optional<std::size_t> moduleMark(std::string_view text)
{
    const auto mark = text.find('!');
    if (mark == std::string_view::npos)
        return std::nullopt;
    const auto before = text.substr(0, mark);
    const bool isName = before.ends_with("operator") || before.contains("::");
    return isName ? std::nullopt : std::optional(mark);
}

/// The glob of a text that people typed.
std::string globOf(std::string_view typed)
{
    const bool isPart = !typed.empty() && !typed.contains('*');
    std::string glob(isPart ? "*" : "");
    for (const char c : concat(typed, isPart ? "*" : "")) {
        const bool isAny = c == '*' || c == ' ';
        if (c == '[')
            glob += "[[]";
        else if (!isAny || !glob.ends_with('*'))
            glob += isAny ? '*' : c;
    }
    return glob;
}

Result<sources::Glob> parseGlob(std::string_view text, SymbolsQuestion::Form form)
{
    return sources::Glob::parse(form == SymbolsQuestion::Form::Typed ? globOf(text)
                                                                     : std::string(text));
}

} // namespace

SymbolPattern::SymbolPattern(sources::Glob name, std::vector<std::string> words)
    : m_name(std::move(name)), m_words(std::move(words))
{
}

Result<SymbolPattern> SymbolPattern::parse(std::string_view text, SymbolsQuestion::Form form)
{
    text = trimAscii(text);
    const auto mark = moduleMark(text);
    const auto name = mark ? trimAscii(text.substr(*mark + 1)) : text;
    FL_TRY(auto glob, parseGlob(name, form));
    const bool isTyped = form == SymbolsQuestion::Form::Typed;
    SymbolPattern pattern(std::move(glob), isTyped ? wordsOf(globOf(name)) : wordsOf(name));
    if (mark) {
        FL_TRY(pattern.m_module, parseGlob(trimAscii(text.substr(0, *mark)), form));
    }
    return pattern;
}

bool SymbolPattern::fitsModule(std::string_view fileName) const
{
    return !m_module || m_module->matches(fileName);
}

bool SymbolPattern::fitsName(std::string_view name) const
{
    return m_name.matches(name);
}

bool SymbolPattern::mayFit(std::string_view mangled, Language language) const
{
    const bool isItanium =
        mangled.starts_with("_Z") && (language == Language::Unknown || language == Language::Cpp);
    return !isItanium || std::ranges::all_of(m_words, [mangled](const std::string& word) {
        return contains(mangled, word);
    });
}

} // namespace faultline::engine
