// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/text/punycode.h"

#include <cstdint>

namespace faultline::demangling {

namespace {

// Parameters of RFC 3492, section 5.
constexpr std::uint32_t kBase = 36;
constexpr std::uint32_t kMinThreshold = 1;
constexpr std::uint32_t kMaxThreshold = 26;
constexpr std::uint32_t kSkew = 38;
constexpr std::uint32_t kFirstDamp = 700;
constexpr std::uint32_t kInitialBias = 72;
constexpr std::uint32_t kFirstCodePoint = 128;
constexpr std::uint32_t kLastCodePoint = 0x10ffff;

/// Inserting in the middle costs the text's length each time.
constexpr std::size_t kMaxCharacters = 1024;

std::optional<std::uint32_t> digitOf(char c, PunycodeDigits digits)
{
    const char first = digits == PunycodeDigits::Swift ? 'A' : '0';
    if (c >= 'a' && c <= 'z')
        return static_cast<std::uint32_t>(c - 'a');
    if (c >= first && c < first + 10)
        return static_cast<std::uint32_t>(c - first) + 26;
    return std::nullopt;
}

/// The character of a decoded code point; absent when there is none.
std::optional<std::uint32_t> characterOf(std::uint32_t codePoint, PunycodeDigits digits)
{
    constexpr std::uint32_t kFirstStandIn = 0xd800;
    const bool isSurrogate = codePoint >= kFirstStandIn && codePoint < 0xe000;
    if (digits == PunycodeDigits::Rfc || !isSurrogate)
        return codePoint;
    return codePoint < kFirstStandIn + 0x80 ? std::optional(codePoint - kFirstStandIn)
                                            : std::nullopt;
}

std::uint32_t adaptedBias(std::uint32_t delta, std::uint32_t count, bool isFirst)
{
    delta = isFirst ? delta / kFirstDamp : delta / 2;
    delta += delta / count;
    std::uint32_t k = 0;
    for (; delta > (kBase - kMinThreshold) * kMaxThreshold / 2; k += kBase)
        delta /= kBase - kMinThreshold;
    return k + (kBase - kMinThreshold + 1) * delta / (delta + kSkew);
}

/// One generalized variable-length integer; absent when it is cut off or too large.
std::optional<std::uint32_t>
takeDelta(std::string_view& rest, std::uint32_t bias, PunycodeDigits digits)
{
    std::uint64_t delta = 0;
    std::uint64_t weight = 1;
    for (std::uint32_t k = kBase;; k += kBase) {
        const auto digit = rest.empty() ? std::nullopt : digitOf(rest.front(), digits);
        if (!digit || weight > 0xffffffff)
            return std::nullopt;
        rest.remove_prefix(1);
        delta += *digit * weight;
        if (delta > 0x7fffffff)
            return std::nullopt;
        const std::uint32_t threshold = k <= bias                   ? kMinThreshold
                                        : k >= bias + kMaxThreshold ? kMaxThreshold
                                                                    : k - bias;
        if (*digit < threshold)
            return static_cast<std::uint32_t>(delta);
        weight *= kBase - threshold;
    }
}

} // namespace

void appendUtf8(std::string& out, std::uint32_t codePoint)
{
    if (codePoint > kLastCodePoint || (codePoint >= 0xd800 && codePoint < 0xe000))
        codePoint = 0xfffd;
    const auto tail = [codePoint](unsigned shift) {
        return static_cast<char>(0x80 | (codePoint >> shift & 0x3f));
    };
    if (codePoint < 0x80) {
        out.push_back(static_cast<char>(codePoint));
    } else if (codePoint < 0x800) {
        out.push_back(static_cast<char>(0xc0 | codePoint >> 6));
        out.push_back(tail(0));
    } else if (codePoint < 0x10000) {
        out.push_back(static_cast<char>(0xe0 | codePoint >> 12));
        out.push_back(tail(6));
        out.push_back(tail(0));
    } else {
        out.push_back(static_cast<char>(0xf0 | codePoint >> 18));
        out.push_back(tail(12));
        out.push_back(tail(6));
        out.push_back(tail(0));
    }
}

std::optional<std::string>
decodePunycode(std::string_view text, char delimiter, PunycodeDigits digits)
{
    const std::size_t end = text.rfind(delimiter);
    std::u32string characters;
    if (end != std::string_view::npos)
        characters.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end));
    std::string_view rest = end == std::string_view::npos ? text : text.substr(end + 1);
    std::uint32_t codePoint = kFirstCodePoint;
    std::uint32_t position = 0;
    std::uint32_t bias = kInitialBias;
    for (bool isFirst = true; !rest.empty(); isFirst = false) {
        const auto delta = takeDelta(rest, bias, digits);
        if (!delta || characters.size() >= kMaxCharacters)
            return std::nullopt;
        const auto count = static_cast<std::uint32_t>(characters.size()) + 1;
        bias = adaptedBias(*delta, count, isFirst);
        position += *delta;
        codePoint += position / count;
        position %= count;
        if (codePoint > kLastCodePoint)
            return std::nullopt;
        characters.insert(characters.begin() + position, static_cast<char32_t>(codePoint));
        ++position;
    }
    std::string decoded;
    for (const char32_t c : characters) {
        const auto character = characterOf(c, digits);
        if (!character)
            return std::nullopt;
        appendUtf8(decoded, *character);
    }
    return decoded;
}

} // namespace faultline::demangling
