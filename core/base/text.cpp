// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace faultline {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

char raised(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Length of the well-formed sequence at the start of `text` (Unicode 15, table 3-7), or 0.
std::size_t sequenceLength(std::string_view text)
{
    const auto at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (at(i) & 0xC0) == 0x80; };
    const unsigned lead = at(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return continues(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (!continues(1) || !continues(2) || (lead == 0xE0 && at(1) < 0xA0) ||
            (lead == 0xED && at(1) > 0x9F))
            return 0;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (!continues(1) || !continues(2) || !continues(3) || (lead == 0xF0 && at(1) < 0x90) ||
            (lead == 0xF4 && at(1) > 0x8F))
            return 0;
        return 4;
    }
    return 0;
}

/// The code point of one well-formed sequence.
std::uint32_t codePoint(std::string_view sequence)
{
    constexpr std::array<std::uint32_t, 5> kLeadMask{0, 0x7f, 0x1f, 0x0f, 0x07};
    auto code = static_cast<unsigned char>(sequence.front()) & kLeadMask[sequence.size()];
    for (const char next : sequence.substr(1))
        code = code << 6 | (static_cast<unsigned char>(next) & 0x3f);
    return code;
}

/// All of C0 except the tab, the delete character, and C1. Terminals interpret all of them.
bool isControl(std::uint32_t code)
{
    return (code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0);
}

/// Characters that break a line or change the order in which the text after them is shown (Unicode
/// Technical Report 36, "Bidirectional Text Spoofing"; UAX 9, "Directional Formatting Characters"),
/// and those that are never seen, which can carry a text of their own (tags, supplementary
/// variation selectors). Joiners and variation selectors of scripts and emoji stay.
bool isDeceptive(std::uint32_t code)
{
    constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 11> kRanges{{{0xad, 0xad},
                                                                               {0x061c, 0x061c},
                                                                               {0x180e, 0x180e},
                                                                               {0x200b, 0x200b},
                                                                               {0x200e, 0x200f},
                                                                               {0x2028, 0x202e},
                                                                               {0x2060, 0x206f},
                                                                               {0xfeff, 0xfeff},
                                                                               {0xfff9, 0xfffb},
                                                                               {0xe0000, 0xe007f},
                                                                               {0xe0100, 0xe01ef}}};
    return std::ranges::any_of(
        kRanges, [code](const auto& range) { return code >= range.first && code <= range.second; });
}

/// How many bytes at the start are ASCII. Almost all text is ASCII only.
std::size_t asciiPrefix(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    std::size_t length = 0;
    for (std::uint64_t word = 0; text.size() - length >= sizeof(word); length += sizeof(word)) {
        std::memcpy(&word, text.data() + length, sizeof(word));
        if ((word & kHighBits) != 0)
            break;
    }
    while (length < text.size() && static_cast<unsigned char>(text[length]) < 0x80)
        ++length;
    return length;
}

/// How many bytes at the start are UTF-8.
std::size_t validPrefix(std::string_view text)
{
    std::size_t valid = 0;
    for (std::size_t length = 1; length > 0; valid += length) {
        valid += asciiPrefix(text.substr(valid));
        length = valid == text.size() ? 0 : sequenceLength(text.substr(valid));
    }
    return valid;
}

} // namespace

std::string toLowerAscii(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), lowered);
    return out;
}

std::string toUpperAscii(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), raised);
    return out;
}

bool equalsIgnoreCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return lowered(x) == lowered(y); });
}

std::string_view trimAscii(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string_view baseName(std::string_view path)
{
    // The query of a URL is no part of the name, and may have slashes of its own (RFC 3986 §3.4).
    if (path.find("://") != std::string_view::npos)
        path = path.substr(0, path.find_first_of("?#"));
    while (!path.empty() && (path.back() == '/' || path.back() == '\\'))
        path.remove_suffix(1);
    // "[anon:dalvik-classes.dex extracted in memory from /data/app/base.apk]": no path.
    const bool isMappingName = path.starts_with('[') && path.ends_with(']');
    const auto cut = isMappingName ? std::string_view::npos : path.find_last_of("/\\");
    return cut == std::string_view::npos ? path : path.substr(cut + 1);
}

bool isValidUtf8(std::string_view text)
{
    return validPrefix(text) == text.size();
}

std::string toValidUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (;;) {
        const auto valid = validPrefix(text);
        out += text.substr(0, valid);
        if (valid == text.size())
            return out;
        out += kReplacement;
        text.remove_prefix(valid + 1);
    }
}

std::string utf8FromUtf16(Bytes units, std::endian order)
{
    ByteReader reader(units, order);
    std::string out;
    out.reserve(units.size() / 2);
    while (reader.remaining() >= 2) {
        const std::uint32_t unit = reader.u16();
        if (unit < 0xD800 || unit > 0xDFFF) {
            appendCodePoint(out, unit);
            continue;
        }
        if (unit <= 0xDBFF && reader.remaining() >= 2) {
            const auto mark = reader.offset();
            const std::uint32_t low = reader.u16();
            if (low >= 0xDC00 && low <= 0xDFFF) {
                appendCodePoint(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
                continue;
            }
            reader.seek(mark);
        }
        out += kReplacement;
    }
    return out;
}

std::string escapeControls(std::string_view text)
{
    auto valid = toValidUtf8(text);
    const auto isPlain = [](char letter) {
        const auto code = static_cast<unsigned char>(letter);
        return (code >= 0x20 && code != 0x7f && code < 0x80) || code == '\t';
    };
    if (std::ranges::all_of(valid, isPlain))
        return valid;
    std::string out;
    out.reserve(valid.size());
    for (std::string_view rest = valid; !rest.empty();) {
        const auto length = sequenceLength(rest);
        const auto code = codePoint(rest.substr(0, length));
        if (isControl(code))
            out += "\\x" + hexDigits(code, 2);
        else if (isDeceptive(code))
            out += "\\u{" + hexDigits(code, 4) + "}";
        else
            out += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return out;
}

std::string excerpt(std::string_view text)
{
    constexpr std::size_t kMostBytes = 100;
    std::string start(text.substr(0, kMostBytes));
    if (text.size() > kMostBytes)
        start.append("…");
    return start;
}

} // namespace faultline
