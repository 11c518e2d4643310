// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace faultline::json {

namespace {

/// The character after the backslash of a short escape; 0 for characters without one.
char shortEscape(char c)
{
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

/// For each byte: must a string escape it? A table needs one load for each of a large report's
/// millions of bytes.
constexpr auto kNeedsEscape = [] {
    std::array<bool, 256> needs{};
    std::fill_n(needs.begin(), 0x20, true);
    needs['"'] = needs['\\'] = true;
    return needs;
}();

bool needsEscape(char c)
{
    return kNeedsEscape[static_cast<unsigned char>(c)];
}

constexpr std::uint64_t kHighs = 0x8080808080808080;

/// Tells whether one of eight bytes may need an escape: no false "no". The tests for a zero byte
/// and for a byte below a bound are those of "Bit Twiddling Hacks" (Sean Eron Anderson).
bool mayNeedEscape(std::uint64_t eight)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const auto hasZero = [](std::uint64_t bytes) { return (bytes - kOnes) & ~bytes & kHighs; };
    const auto hasControl = (eight - kOnes * 0x20) & ~eight & kHighs;
    return (hasControl | hasZero(eight ^ (kOnes * '"')) | hasZero(eight ^ (kOnes * '\\'))) != 0;
}

/// Index of the first character from `from` on that needs an escape; the text's size when none.
std::size_t nextEscape(std::string_view text, std::size_t from)
{
    std::uint64_t eight = 0;
    for (; from + sizeof eight <= text.size(); from += sizeof eight) {
        std::memcpy(&eight, text.data() + from, sizeof eight);
        if (mayNeedEscape(eight))
            break;
    }
    while (from < text.size() && !needsEscape(text[from]))
        ++from;
    return from;
}

/// Tells whether a string holds the text as it is: ASCII without a character to escape.
bool isPlain(std::string_view text)
{
    std::uint64_t eight = 0;
    while (text.size() >= sizeof eight) {
        std::memcpy(&eight, text.data(), sizeof eight);
        if ((eight & kHighs) != 0 || mayNeedEscape(eight))
            return false;
        text.remove_prefix(sizeof eight);
    }
    return std::ranges::none_of(
        text, [](char c) { return needsEscape(c) || static_cast<unsigned char>(c) >= 0x80; });
}

} // namespace

/// Appends a plain text in quotes, with what stands before and after it.
void JsonWriter::appendPlain(std::string_view text, Role role)
{
    constexpr std::size_t kMostAround = 4; // A comma, two quotes, a colon.
    const auto begin = m_out.size();
    m_out.resize_and_overwrite(begin + text.size() + kMostAround, [&](char* out, std::size_t) {
        char* at = out + begin;
        if (m_needsComma)
            *at++ = ',';
        *at++ = '"';
        at = std::ranges::copy(text, at).out;
        *at++ = '"';
        if (role == Role::Key)
            *at++ = ':';
        return static_cast<std::size_t>(at - out);
    });
    m_needsComma = role == Role::Value;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    if (isPlain(name)) {
        appendPlain(name, Role::Key);
        return *this;
    }
    separate();
    quote(name);
    m_out += ':';
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    if (isPlain(text)) {
        appendPlain(text, Role::Value);
        return *this;
    }
    separate();
    if (isValidUtf8(text))
        quote(text);
    else
        quote(toValidUtf8(text));
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number)
{
    return raw(std::to_string(number));
}

JsonWriter& JsonWriter::value(std::int64_t number)
{
    return raw(std::to_string(number));
}

JsonWriter& JsonWriter::value(bool flag)
{
    return raw(flag ? "true" : "false");
}

JsonWriter& JsonWriter::null()
{
    return raw("null");
}

JsonWriter& JsonWriter::hex(std::uint64_t number)
{
    separate();
    m_out += '"';
    m_out += hexAddress(number);
    m_out += '"';
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
    return *this;
}

JsonWriter& JsonWriter::scalar(const JsonValue& parsed)
{
    switch (parsed.kind()) {
    case JsonKind::Bool: return value(parsed.boolean());
    case JsonKind::Signed: return value(std::bit_cast<std::int64_t>(parsed.integerBits()));
    case JsonKind::Unsigned: return value(parsed.integerBits());
    case JsonKind::Real: return raw(parsed.text());
    case JsonKind::String: return value(parsed.text());
    default: return null();
    }
}

// The depth limit of the document's reader bounds the recursion.
JsonWriter& JsonWriter::value(const JsonValue& parsed)
{
    const bool isObject = parsed.kind() == JsonKind::Object;
    if (!isObject && parsed.kind() != JsonKind::Array)
        return scalar(parsed);
    open(isObject ? '{' : '[');
    for (auto child = parsed.firstChild(); child; child = child->nextSibling(parsed)) {
        if (isObject)
            key(child->key());
        value(*child);
    }
    return close(isObject ? '}' : ']');
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    m_out += bracket;
    m_needsComma = true;
    return *this;
}

void JsonWriter::separate()
{
    if (m_needsComma)
        m_out += ',';
    m_needsComma = true;
}

void JsonWriter::quote(std::string_view text)
{
    m_out += '"';
    std::size_t copied = 0;
    for (auto i = nextEscape(text, 0); i < text.size(); i = nextEscape(text, i + 1)) {
        m_out += text.substr(copied, i - copied);
        copied = i + 1;
        m_out += '\\';
        if (const char letter = shortEscape(text[i]); letter != 0)
            m_out += letter;
        else
            m_out += "u" + hexDigits(static_cast<unsigned char>(text[i]), 4);
    }
    m_out += text.substr(copied);
    m_out += '"';
}

JsonWriter& JsonWriter::listIfAny(std::string_view name, const std::vector<std::string>& texts)
{
    if (texts.empty())
        return *this;
    key(name).beginArray();
    for (const auto& text : texts)
        value(text);
    return endArray();
}

} // namespace faultline::json
