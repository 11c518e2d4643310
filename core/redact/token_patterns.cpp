// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/token_patterns.h"

#include "core/base/text.h"
#include "core/redact/text_bytes.h"
#include "core/redact/word_table.h"

#include <algorithm>
#include <array>

namespace faultline::redact {

namespace {

constexpr std::size_t kLeastSecret = 32;

bool isTokenByte(char c)
{
    return (isWordByte(c) && (static_cast<unsigned char>(c) & 0x80) == 0) || c == '-';
}

std::size_t endOfToken(std::string_view text, std::size_t at)
{
    return at + static_cast<std::size_t>(std::ranges::find_if_not(text.substr(at), isTokenByte) -
                                         text.substr(at).begin());
}

/// Beginnings of tokens, as the services document them, and the least number of bytes after them.
struct Service
{
    std::string_view begin;
    std::size_t least = 16;
};

constexpr std::array kServices{
    Service{"AKIA"},     Service{"ASIA"},     Service{"ghp_", 30}, Service{"gho_", 30},
    Service{"ghu_", 30}, Service{"ghs_", 30}, Service{"ghr_", 30}, Service{"github_pat_"},
    Service{"glpat-"},   Service{"xoxb-"},    Service{"xoxp-"},    Service{"xoxa-"},
    Service{"sk_live_"}, Service{"rk_live_"}, Service{"sk-"},      Service{"AIza", 30},
    Service{"npm_", 30}, Service{"hf_", 30},  Service{"dop_v1_"},  Service{"pypi-"},
};

std::optional<Part> findServiceToken(std::string_view text, std::size_t at)
{
    if (isTokenByte(byteBefore(text, at)))
        return std::nullopt;
    for (const auto& service : kServices) {
        if (!text.substr(at).starts_with(service.begin))
            continue;
        const auto end = endOfToken(text, at);
        if (end - at >= service.begin.size() + service.least)
            return Part{at, end};
    }
    return std::nullopt;
}

/// Three parts in base64 with dots; the first is a JSON object (RFC 7519).
std::optional<Part> findWebToken(std::string_view text, std::size_t at)
{
    if (!text.substr(at).starts_with("eyJ") || isTokenByte(byteBefore(text, at)) ||
        byteBefore(text, at) == '.')
        return std::nullopt;
    auto end = endOfToken(text, at);
    for (int part = 0; part < 2; ++part) {
        if (end >= text.size() || text[end] != '.')
            return std::nullopt;
        end = endOfToken(text, end + 1);
    }
    return end - at >= 16 ? std::optional(Part{at, end}) : std::nullopt;
}

/// "Bearer abc123" (RFC 6750). A word without digits is part of a sentence.
std::optional<Part> findBearer(std::string_view text, std::size_t at)
{
    constexpr std::string_view kWord = "bearer ";
    if (!equalsIgnoreCase(text.substr(at, kWord.size()), kWord))
        return std::nullopt;
    const auto begin = at + kWord.size();
    const auto end = std::min(text.find_first_of(" \t\r\n\"'<>,;)]}", begin), text.size());
    const auto token = text.substr(begin, end - begin);
    const bool hasDigit = token.find_first_of("0123456789") != std::string_view::npos;
    return token.size() >= (hasDigit ? 8 : kLeastSecret) ? std::optional(Part{begin, end})
                                                         : std::nullopt;
}

/// "password=…", "api_key=…".
std::optional<Part> findAssigned(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 13> kNames{
        "password",   "passwd",        "pwd",    "passphrase",    "secret",
        "token",      "api_key",       "apikey", "client_secret", "access_token",
        "auth_token", "refresh_token", "sig"};
    const auto equals = at + wordLength(text.substr(at));
    if (equals >= text.size() || text[equals] != '=' ||
        std::ranges::find(kNames, toLowerAscii(text.substr(at, equals - at))) == kNames.end())
        return std::nullopt;
    auto begin = equals + 1;
    if (begin < text.size() && (text[begin] == '"' || text[begin] == '\''))
        ++begin;
    const auto end = std::min(text.find_first_of(" \t\r\n\"'<>,;)]}&", begin), text.size());
    return end > begin && !isReserved(toLowerAscii(text.substr(begin, end - begin)))
               ? std::optional(Part{begin, end})
               : std::nullopt;
}

enum class CharClass : std::uint8_t { Lower, Upper, Digit, Other };

CharClass charClass(char c)
{
    if (c >= 'a' && c <= 'z')
        return CharClass::Lower;
    if (c >= 'A' && c <= 'Z')
        return CharClass::Upper;
    return c >= '0' && c <= '9' ? CharClass::Digit : CharClass::Other;
}

/// In random digits of base64 two neighbours are of different classes in 64 of 100 cases, and one
/// in 32 is no letter or digit. In names, also those in CamelCase, words keep the first number low.
bool looksRandom(std::string_view text)
{
    std::array<std::size_t, 4> counts{};
    std::size_t changes = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto kind = charClass(text[i]);
        ++counts[static_cast<std::size_t>(kind)];
        changes += i > 0 && kind != charClass(text[i - 1]) ? 1 : 0;
    }
    const auto [lower, upper, digits, others] = counts;
    return lower >= 2 && upper >= 2 && digits >= 2 && others * 8 <= text.size() &&
           changes * 5 >= text.size() * 2;
}

/// "_ZN3app3runEv", "_RNvC3app4main": names as linkers know them are no secrets.
bool isMangledName(std::string_view text)
{
    return text.starts_with("_Z") || text.starts_with("__Z") || text.starts_with("_R") ||
           text.starts_with("_D");
}

} // namespace

std::optional<Part> findNamedToken(std::string_view text, std::size_t at)
{
    for (const auto find : {findServiceToken, findWebToken, findBearer, findAssigned}) {
        if (const auto found = find(text, at))
            return found;
    }
    return std::nullopt;
}

std::optional<Part> findLongHex(std::string_view text, std::size_t at)
{
    const auto word = text.substr(at, wordLength(text.substr(at)));
    const bool isHex = word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    return word.size() >= kLeastSecret && isHex ? std::optional(Part{at, at + word.size()})
                                                : std::nullopt;
}

std::optional<Part> findRandomText(std::string_view text, std::size_t at, Slashes slashes)
{
    const auto isPart = [slashes](char c) {
        return isTokenByte(c) || c == '+' || (c == '/' && slashes == Slashes::Belong);
    };
    if (isPart(byteBefore(text, at)))
        return std::nullopt;
    const auto rest = text.substr(at);
    auto size = static_cast<std::size_t>(std::ranges::find_if_not(rest, isPart) - rest.begin());
    const auto digits = rest.substr(0, size);
    if (size < kLeastSecret || isMangledName(digits) || !looksRandom(digits))
        return std::nullopt;
    for (int padding = 0; padding < 2 && size < rest.size() && rest[size] == '='; ++padding)
        ++size;
    return Part{at, at + size};
}

} // namespace faultline::redact
