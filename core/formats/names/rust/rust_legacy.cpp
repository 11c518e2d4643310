// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/names/rust/rust_name.h"
#include "core/formats/names/text/punycode.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace faultline::demangling {

namespace {

constexpr std::size_t kHashBytes = 17; // 'h' and 16 digits.

/// The text of an escape "$…$" without its dollars. Source: rustc's legacy symbol mangling.
bool appendEscape(std::string& out, std::string_view escape)
{
    constexpr std::array<std::pair<std::string_view, char>, 8> kEscapes{{{"SP", '@'},
                                                                         {"BP", '*'},
                                                                         {"RF", '&'},
                                                                         {"LT", '<'},
                                                                         {"GT", '>'},
                                                                         {"LP", '('},
                                                                         {"RP", ')'},
                                                                         {"C", ','}}};
    for (const auto& [code, character] : kEscapes) {
        if (code == escape) {
            out.push_back(character);
            return true;
        }
    }
    const auto codePoint = escape.starts_with('u') ? parseHex(escape.substr(1)) : std::nullopt;
    if (!codePoint || *codePoint < 0x20 || *codePoint > 0x10ffff)
        return false;
    appendUtf8(out, static_cast<std::uint32_t>(*codePoint));
    return true;
}

void appendElement(std::string& out, std::string_view element)
{
    if (element.starts_with("_$"))
        element.remove_prefix(1);
    while (!element.empty()) {
        if (element.starts_with("..")) {
            out += "::";
            element.remove_prefix(2);
            continue;
        }
        const std::size_t end =
            element.front() == '$' ? element.find('$', 1) : std::string_view::npos;
        if (end != std::string_view::npos && appendEscape(out, element.substr(1, end - 1))) {
            element.remove_prefix(end + 1);
            continue;
        }
        out.push_back(element.front());
        element.remove_prefix(1);
    }
}

bool isHash(std::string_view element)
{
    return element.size() == kHashBytes && element.front() == 'h' &&
           std::ranges::all_of(element.substr(1), [](char c) { return hexValue(c) >= 0; });
}

/// Takes "<length><that many bytes>".
std::optional<std::string_view> takeElement(std::string_view& rest)
{
    std::size_t length = 0;
    std::size_t digits = 0;
    for (; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits) {
        length = length * 10 + static_cast<std::size_t>(rest[digits] - '0');
        if (length > rest.size())
            return std::nullopt;
    }
    if (digits == 0 || length == 0 || length > rest.size() - digits)
        return std::nullopt;
    const std::string_view element = rest.substr(digits, length);
    rest.remove_prefix(digits + length);
    return element;
}

} // namespace

std::optional<std::string> demangleRustLegacy(std::string_view name)
{
    std::string_view rest = name;
    while (rest.starts_with('_') && name.size() - rest.size() < 2)
        rest.remove_prefix(1);
    if (!rest.starts_with("ZN"))
        return std::nullopt;
    rest.remove_prefix(2);
    std::vector<std::string_view> elements;
    while (!rest.starts_with('E')) {
        const auto element = takeElement(rest);
        if (!element)
            return std::nullopt;
        elements.push_back(*element);
    }
    rest.remove_prefix(1);
    if (elements.size() < 2 || !isHash(elements.back()) || (!rest.empty() && rest.front() != '.'))
        return std::nullopt;
    std::string path;
    for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
        if (i > 0)
            path += "::";
        appendElement(path, elements[i]);
    }
    if (!rest.starts_with(".llvm.")) // ThinLTO adds it; it says nothing about the function.
        path += rest;
    return path;
}

} // namespace faultline::demangling
