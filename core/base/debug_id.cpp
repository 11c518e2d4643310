// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/debug_id.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline {

namespace {

/// The first `count` characters as hex bytes; absent when one of them is not a hex digit.
template <std::size_t count>
std::optional<std::array<std::uint8_t, count>> bytesFromHex(std::string_view digits)
{
    std::array<std::uint8_t, count> bytes{};
    if (digits.size() != count * 2)
        return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        const int high = hexValue(digits[2 * i]);
        const int low = hexValue(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    return bytes;
}

std::optional<std::uint32_t> appendixFrom(std::string_view digits)
{
    const auto value = parseHex(digits.substr(0, 8));
    if (!value)
        return std::nullopt;
    return static_cast<std::uint32_t>(*value);
}

std::optional<DebugId> parsePdb20(std::string_view text, bool hyphenated)
{
    const auto stamp = parseHex(text.substr(0, 8));
    const auto age = appendixFrom(text.substr(hyphenated ? 9 : 8));
    if (!stamp || !age)
        return std::nullopt;
    return DebugId::fromPdb20(static_cast<std::uint32_t>(*stamp), *age);
}

/// 32 digits, after removing the four hyphens of a UUID; absent when the hyphens are at other
/// places.
std::optional<std::string> withoutHyphens(std::string_view uuid36)
{
    std::string digits;
    for (std::size_t i = 0; i < uuid36.size(); ++i) {
        const bool separator = i == 8 || i == 13 || i == 18 || i == 23;
        if (separator != (uuid36[i] == '-'))
            return std::nullopt;
        if (!separator)
            digits += uuid36[i];
    }
    return digits;
}

} // namespace

DebugId DebugId::fromUuid(const std::array<std::uint8_t, 16>& uuid, std::uint32_t appendix)
{
    DebugId id;
    id.m_bytes = uuid;
    id.m_appendix = appendix;
    return id;
}

DebugId DebugId::fromGuid(Bytes guid16, std::uint32_t age, std::endian order)
{
    std::array<std::uint8_t, 16> uuid{};
    for (std::size_t i = 0; i < std::min<std::size_t>(guid16.size(), 16); ++i)
        uuid[i] = static_cast<std::uint8_t>(guid16[i]);
    if (order == std::endian::little) {
        std::reverse(uuid.begin(), uuid.begin() + 4);
        std::swap(uuid[4], uuid[5]);
        std::swap(uuid[6], uuid[7]);
    }
    return fromUuid(uuid, age);
}

DebugId DebugId::fromPdb20(std::uint32_t timestamp, std::uint32_t age)
{
    DebugId id;
    for (std::size_t i = 0; i < 4; ++i)
        id.m_bytes[i] = static_cast<std::uint8_t>(timestamp >> (24 - 8 * i));
    id.m_appendix = age;
    id.m_kind = Kind::Pdb20;
    return id;
}

std::optional<DebugId> DebugId::fromBuildId(Bytes buildId, std::endian fileOrder)
{
    if (std::ranges::all_of(buildId, [](std::byte b) { return b == std::byte{0}; }))
        return std::nullopt;
    std::array<std::byte, 16> padded{};
    std::ranges::copy(buildId.first(std::min<std::size_t>(buildId.size(), 16)), padded.begin());
    return fromGuid(padded, 0, fileOrder);
}

std::optional<DebugId> DebugId::parse(std::string_view text)
{
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 127; }))
        return std::nullopt;
    const bool hyphenated = text.size() > 8 && text[8] == '-';
    const std::size_t pdbShortest = hyphenated ? 10 : 9;
    if (text.size() >= pdbShortest && text.size() <= pdbShortest + 7)
        return parsePdb20(text, hyphenated);

    const std::size_t uuidLength = hyphenated ? 36 : 32;
    if (text.size() < uuidLength)
        return std::nullopt;
    std::string digits(text.substr(0, uuidLength));
    if (hyphenated) {
        auto compact = withoutHyphens(digits);
        if (!compact)
            return std::nullopt;
        digits = *std::move(compact);
    }
    const auto uuid = bytesFromHex<16>(digits);
    if (!uuid)
        return std::nullopt;
    auto tail = text.substr(uuidLength);
    if (tail.empty())
        return fromUuid(*uuid);
    if (hyphenated != (tail.front() == '-'))
        return std::nullopt;
    if (hyphenated)
        tail.remove_prefix(1);
    const auto appendix = appendixFrom(tail);
    if (!appendix)
        return std::nullopt;
    return fromUuid(*uuid, *appendix);
}

std::optional<DebugId> DebugId::parseBreakpad(std::string_view text)
{
    const bool fitsUuid = text.size() >= 33 && text.size() <= 40;
    const bool fitsPdb20 = text.size() >= 9 && text.size() <= 16;
    if ((!fitsUuid && !fitsPdb20) || text.find('-') != std::string_view::npos)
        return std::nullopt;
    return parse(text);
}

DebugId DebugId::withAppendix(std::uint32_t appendix) const
{
    DebugId id = *this;
    id.m_appendix = appendix;
    return id;
}

bool DebugId::serves(const DebugId& wanted) const
{
    return m_kind == wanted.m_kind && m_bytes == wanted.m_bytes && m_appendix >= wanted.m_appendix;
}

std::string DebugId::uuidHex() const
{
    std::string text;
    for (const auto byte : m_bytes)
        text += hexDigits(byte, 2);
    return text;
}

std::string DebugId::canonical() const
{
    std::string text = uuidHex();
    if (m_kind == Kind::Pdb20) {
        text = toUpperAscii(text.substr(0, 8));
    } else {
        for (const std::size_t at : {20u, 16u, 12u, 8u})
            text.insert(at, 1, '-');
    }
    if (m_appendix != 0)
        text += "-" + hexDigits(m_appendix);
    return text;
}

std::string DebugId::breakpad() const
{
    const auto digits = toUpperAscii(uuidHex());
    return digits.substr(0, m_kind == Kind::Pdb20 ? 8 : 32) + hexDigits(m_appendix);
}

CodeId CodeId::parse(std::string_view text)
{
    CodeId id;
    for (const char c : text) {
        if (hexValue(c) >= 0)
            id.m_text += c;
    }
    id.m_text = toLowerAscii(id.m_text);
    return id;
}

CodeId CodeId::fromBinary(Bytes bytes)
{
    CodeId id;
    id.m_text = hexOfBytes(bytes);
    return id;
}

CodeId CodeId::fromPe(std::uint32_t timestamp, std::uint32_t sizeOfImage)
{
    CodeId id;
    id.m_text = hexDigits(timestamp, 8) + hexDigits(sizeOfImage);
    return id;
}

} // namespace faultline
