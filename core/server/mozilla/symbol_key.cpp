// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbol_key.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace faultline::server::mozilla {

namespace {

constexpr std::size_t kMaxNameBytes = 255; ///< No file system of ours has longer names.
constexpr std::string_view kRefused = "\\^`><{}[]#%\"'|/";

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// Tells whether UTF-8 text has a character from U+0080 to U+00FF: all begin with C2 or C3.
bool hasLatinSupplement(std::string_view name)
{
    return name.find_first_of("\xc2\xc3") != std::string_view::npos;
}

bool isAllowedName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".." && name.size() <= kMaxNameBytes &&
           name.find_first_of(kRefused) == std::string_view::npos && !hasLatinSupplement(name) &&
           std::ranges::none_of(name, isControl);
}

bool isHexDigit(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::string SymbolKey::path() const
{
    return concat(debugFile, "/", id, "/", file);
}

std::optional<SymbolKey>
makeSymbolKey(std::string_view debugFile, std::string_view id, std::string_view file)
{
    if (!isAllowedName(debugFile) || !isAllowedName(file) || !isAllowedName(id) ||
        !std::ranges::all_of(id, isHexDigit))
        return std::nullopt;
    return SymbolKey{
        .debugFile = std::string(debugFile), .id = toUpperAscii(id), .file = std::string(file)};
}

std::optional<SymbolKey> parseSymbolKey(std::string_view path)
{
    const auto first = path.find('/');
    if (first == std::string_view::npos)
        return std::nullopt;
    const auto second = path.find('/', first + 1);
    if (second == std::string_view::npos)
        return std::nullopt;
    return makeSymbolKey(path.substr(0, first), path.substr(first + 1, second - first - 1),
                         path.substr(second + 1));
}

} // namespace faultline::server::mozilla
