// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace faultline {

/// Replaces %XX by the byte with that number (RFC 3986 §2.1). A '%' without two hex digits stays.
std::string percentDecoded(std::string_view text);

/// Letters, digits and "-._~" (RFC 3986 §2.3).
constexpr bool isUnreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

/// Replaces each byte by %XX for which `isPlain` is false.
template <std::predicate<char> IsPlain>
std::string percentEncoded(std::string_view text, IsPlain isPlain)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (isPlain(c))
            encoded += c;
        else
            encoded.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xfU]});
    }
    return encoded;
}

} // namespace faultline
