// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"

#include <array>
#include <charconv>

namespace faultline {

std::string hexDigits(std::uint64_t value, int digits)
{
    std::array<char, 16> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16).ptr;
    const auto length = static_cast<std::size_t>(end - buffer.data());
    std::string text;
    if (digits > 0 && length < static_cast<std::size_t>(digits))
        text.assign(static_cast<std::size_t>(digits) - length, '0');
    text.append(buffer.data(), length);
    return text;
}

std::string hexAddress(std::uint64_t value)
{
    return "0x" + hexDigits(value);
}

std::string hexOfBytes(Bytes bytes)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) {
        text += kDigits[static_cast<unsigned>(byte) >> 4];
        text += kDigits[static_cast<unsigned>(byte) & 15];
    }
    return text;
}

namespace {

std::optional<std::uint64_t> parseWhole(std::string_view text, int base)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<std::uint64_t> parseHex(std::string_view text)
{
    return parseWhole(text, 16);
}

std::optional<std::uint64_t> parseDecimal(std::string_view text)
{
    return parseWhole(text, 10);
}

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace faultline
