// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/file_id.h"

#include "core/base/hash.h"
#include "core/base/hex.h"

#include <algorithm>
#include <span>

namespace faultline::symbfile {

namespace {

constexpr std::size_t kPieceBytes = 4096;
constexpr std::size_t kTextCharacters = 22;
constexpr std::size_t kPaddedCharacters = 24;
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::optional<std::uint32_t> digitOf(char c)
{
    if (c == '+' || c == '/')
        c = c == '+' ? '-' : '_';
    const auto place = kAlphabet.find(c);
    return place == std::string_view::npos ? std::nullopt
                                           : std::optional(static_cast<std::uint32_t>(place));
}

bool mixesAlphabets(std::string_view text)
{
    return text.find_first_of("-_") != text.npos && text.find_first_of("+/") != text.npos;
}

} // namespace

FileId FileId::ofContent(Bytes content)
{
    const auto piece = std::min(content.size(), kPieceBytes);
    std::array<std::byte, 8> size{};
    for (std::size_t i = 0; i < size.size(); ++i)
        size[i] = static_cast<std::byte>(std::uint64_t{content.size()} >> (8 * (7 - i)));
    Sha256 hash;
    hash.add(content.first(piece));
    hash.add(content.last(piece));
    hash.add(size);
    const auto digest = hash.finish();
    Value value;
    std::copy_n(digest.begin(), value.size(), value.begin());
    return FileId(value);
}

std::optional<FileId> FileId::parseBase64(std::string_view text)
{
    if (text.size() == kPaddedCharacters && text.ends_with("=="))
        text.remove_suffix(2);
    if (text.size() != kTextCharacters || mixesAlphabets(text))
        return std::nullopt;
    Value value{};
    std::uint32_t bits = 0;
    unsigned count = 0;
    std::size_t next = 0;
    for (const char c : text) {
        const auto digit = digitOf(c);
        if (!digit)
            return std::nullopt;
        bits = (bits << 6) | *digit;
        count += 6;
        if (count >= 8 && next < value.size()) {
            count -= 8;
            value[next++] = static_cast<std::uint8_t>(bits >> count);
        }
    }
    return FileId(value);
}

std::optional<FileId> FileId::parse(std::string_view text)
{
    Value value{};
    if (text.size() != 2 * value.size())
        return parseBase64(text);
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto byte = parseHex(text.substr(2 * i, 2));
        if (!byte)
            return std::nullopt;
        value[i] = static_cast<std::uint8_t>(*byte);
    }
    return FileId(value);
}

std::string FileId::hex() const
{
    return hexOfBytes(std::as_bytes(std::span(m_value)));
}

std::string FileId::base64() const
{
    std::string text;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const auto byte : m_value) {
        bits = (bits << 8) | byte;
        count += 8;
        while (count >= 6) {
            count -= 6;
            text += kAlphabet[(bits >> count) & 0x3f];
        }
    }
    text += kAlphabet[(bits << (6 - count)) & 0x3f];
    return text;
}

} // namespace faultline::symbfile
