// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/number_text.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/variables/types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace faultline::variables {

namespace {

using object::BaseEncoding;
__extension__ typedef unsigned __int128 Wide;

Wide wideOf(Bytes bytes, std::endian order)
{
    Wide value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = order == std::endian::little ? bytes[bytes.size() - 1 - i] : bytes[i];
        value = value << 8 | std::to_integer<unsigned>(byte);
    }
    return value;
}

std::string decimal(Wide value)
{
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value != 0);
    std::ranges::reverse(digits);
    return digits;
}

std::string integerText(Bytes bytes, std::endian order, bool isSigned)
{
    const auto value = wideOf(bytes, order);
    const auto bits = 8 * bytes.size();
    const bool isNegative = isSigned && (value >> (bits - 1) & 1) != 0;
    if (!isNegative)
        return decimal(value);
    const Wide mask = bits == 128 ? ~Wide{0} : (Wide{1} << bits) - 1;
    return concat("-", decimal((~value + 1) & mask));
}

template <class T>
std::string shortest(T number)
{
    if (std::isnan(number))
        return "nan";
    if (std::isinf(number))
        return number < 0 ? "-inf" : "inf";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

/// IEEE 754 half precision: 5 bits of exponent, 10 of fraction.
double halfOf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 0x1f;
    const int fraction = bits & 0x3ff;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0)
        return sign * std::ldexp(fraction, -24);
    if (exponent == 0x1f)
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// The 80-bit format of x87: 64 bits with a leading one, 15 of exponent. It fills 10 bytes of 12 or
/// 16. Absent for numbers without the leading one, which the CPU refuses.
std::optional<long double> extendedOf(Bytes bytes)
{
    ByteReader reader(bytes.first(10), std::endian::little);
    const auto fraction = reader.u64();
    const auto head = reader.u16();
    const int exponent = head & 0x7fff;
    if (exponent != 0 && fraction >> 63 == 0)
        return std::nullopt;
    const long double sign = (head & 0x8000) != 0 ? -1.0L : 1.0L;
    if (exponent == 0x7fff)
        return (fraction << 1) == 0 ? sign * std::numeric_limits<long double>::infinity()
                                    : std::numeric_limits<long double>::quiet_NaN();
    return sign * std::ldexp(static_cast<long double>(fraction),
                             (exponent == 0 ? 1 : exponent) - 16383 - 63);
}

/// IEEE 754's format of 128 bits: 15 of exponent, 112 of fraction, rounded to what this program's
/// widest numbers hold.
long double quadOf(Bytes bytes, std::endian order)
{
    ByteReader reader(bytes, order);
    const auto first = reader.u64();
    const auto second = reader.u64();
    const bool isLittle = order == std::endian::little;
    const auto high = isLittle ? second : first;
    const auto low = isLittle ? first : second;
    const int exponent = static_cast<int>(high >> 48 & 0x7fff);
    const auto fraction = high & 0xffffffffffff;
    const long double sign = high >> 63 != 0 ? -1.0L : 1.0L;
    if (exponent == 0x7fff)
        return fraction == 0 && low == 0 ? sign * std::numeric_limits<long double>::infinity()
                                         : std::numeric_limits<long double>::quiet_NaN();
    const auto leading = exponent == 0 ? std::uint64_t{0} : std::uint64_t{1} << 48;
    const int scale = (exponent == 0 ? 1 : exponent) - 16383;
    return sign * (std::ldexp(static_cast<long double>(fraction | leading), scale - 48) +
                   std::ldexp(static_cast<long double>(low), scale - 112));
}

/// Is a type of 16 bits IEEE 754's half precision, by its names in C, C++, OpenCL, Rust, Zig and
/// Swift?
bool isHalf(std::string_view type)
{
    constexpr std::array<std::string_view, 7> kNames{"_Float16", "__fp16",  "half",          "f16",
                                                     "Float16",  "float16", "std::float16_t"};
    return std::ranges::find(kNames, type) != kNames.end();
}

/// bfloat16: the upper half of a `float`.
bool isBrainFloat(std::string_view type)
{
    return type.ends_with("bf16") || type.ends_with("bfloat16_t");
}

std::optional<std::string> shortFloatText(std::uint16_t bits, std::string_view type)
{
    if (isHalf(type))
        return shortest(static_cast<float>(halfOf(bits)));
    if (isBrainFloat(type))
        return shortest(std::bit_cast<float>(std::uint32_t{bits} << 16));
    return std::nullopt;
}

/// Numbers of 128 bits have other formats on other CPUs. `type` is the name of the number's type,
/// or ends with it.
std::optional<std::string> floatText(Bytes bytes, std::string_view type, NumberForm form)
{
    const auto bits = bytes.size() <= 8 ? static_cast<std::uint64_t>(wideOf(bytes, form.order)) : 0;
    switch (bytes.size()) {
    case 2: return shortFloatText(static_cast<std::uint16_t>(bits), type);
    case 4: return shortest(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case 8: return shortest(std::bit_cast<double>(bits));
    case 10:
    case 12: {
        const auto extended = form.hasExtended ? extendedOf(bytes) : std::nullopt;
        return extended ? std::optional(shortest(*extended)) : std::nullopt;
    }
    case 16:
        return form.hasQuad && type.ends_with("long double")
                   ? std::optional(shortest(quadOf(bytes, form.order)))
                   : std::nullopt;
    default: return std::nullopt;
    }
}

void appendUtf8(std::uint64_t code, std::string& text)
{
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80 | (code >> shift & 0x3f));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// A byte above 127 is a part of a character, or belongs to another character set.
std::string charText(Bytes bytes, std::endian order)
{
    const auto code = static_cast<std::uint64_t>(wideOf(bytes, order));
    const bool isPart = bytes.size() == 1 && code >= 0x80;
    const bool isSurrogate = code >= 0xd800 && code < 0xe000;
    if (code == 0)
        return "\\0";
    if (code < 0x20 || code == 0x7f || isPart || isSurrogate || code > 0x10ffff)
        return concat("\\x", hexDigits(code, 2));
    std::string text;
    appendUtf8(code, text);
    return text;
}

/// A `long double` of x86-64 fills 16 bytes. Other types of this size have another format.
Bytes withoutPadding(Bytes bytes, std::string_view type, NumberForm form)
{
    const bool isExtended = form.hasExtended && bytes.size() == 16 && type.ends_with("long double");
    return isExtended ? bytes.first(12) : bytes;
}

std::optional<std::string> complexText(std::string_view type, Bytes bytes, NumberForm form)
{
    const auto half = bytes.size() / 2;
    const auto name = type.substr(std::min(type.size(), type.find_last_of(' ') + 1));
    const auto real = floatText(withoutPadding(bytes.first(half), type, form), name, form);
    const auto imaginary = floatText(withoutPadding(bytes.subspan(half), type, form), name, form);
    if (!real || !imaginary || bytes.size() % 2 != 0)
        return std::nullopt;
    return concat(*real, " + ", *imaginary, "i");
}

/// Length of the UTF-8 sequence at the beginning; 0 when there is none.
std::size_t utf8Length(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80    ? 1
                               : first < 0xc2  ? 0
                               : first < 0xe0  ? 2
                               : first < 0xf0  ? 3
                               : first <= 0xf4 ? 4
                                               : 0;
    if (length == 0 || length > text.size())
        return 0;
    const bool isWhole = std::ranges::all_of(text.substr(1, length - 1), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
    });
    return isWhole ? length : 0;
}

/// Flags have enumerators of single bits; other values are combinations of these.
bool areFlags(const object::TypeInfo& type)
{
    std::uint64_t seen = 0;
    std::size_t count = 0;
    for (const auto& enumerator : type.enumerators) {
        if (!std::has_single_bit(enumerator.value))
            continue;
        count += (seen & enumerator.value) == 0 ? 1 : 0;
        seen |= enumerator.value;
    }
    return count >= 2 && std::ranges::all_of(type.enumerators, [&](const auto& enumerator) {
               return (enumerator.value & ~seen) == 0;
           });
}

} // namespace

std::optional<std::string> baseText(const object::TypeInfo& type, Bytes bytes, NumberForm form)
{
    const auto order = form.order;
    if (bytes.empty() || bytes.size() > 32)
        return std::nullopt;
    const bool isInteger = bytes.size() <= 16;
    if (isCharacter(type))
        return bytes.size() <= 4 ? std::optional(charText(bytes, order)) : std::nullopt;
    switch (type.encoding) {
    case BaseEncoding::Boolean:
        if (isInteger && wideOf(bytes, order) <= 1)
            return wideOf(bytes, order) == 1 ? "true" : "false";
        return isInteger ? std::optional(integerText(bytes, order, false)) : std::nullopt;
    case BaseEncoding::Signed:
    case BaseEncoding::SignedChar:
        return isInteger ? std::optional(integerText(bytes, order, true)) : std::nullopt;
    case BaseEncoding::Unsigned:
    case BaseEncoding::UnsignedChar:
        return isInteger ? std::optional(integerText(bytes, order, false)) : std::nullopt;
    case BaseEncoding::Float:
        return floatText(withoutPadding(bytes, type.name, form), type.name, form);
    case BaseEncoding::Complex: return complexText(type.name, bytes, form);
    case BaseEncoding::Address:
        return isInteger
                   ? std::optional(hexAddress(static_cast<std::uint64_t>(wideOf(bytes, order))))
                   : std::nullopt;
    case BaseEncoding::Utf: // A character.
    case BaseEncoding::None: break;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> integerOf(Bytes bytes, std::endian order, bool isSigned)
{
    if (bytes.empty() || bytes.size() > 8)
        return std::nullopt;
    const auto unused = 64 - 8 * bytes.size();
    const auto bits = static_cast<std::uint64_t>(wideOf(bytes, order)) << unused;
    return isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused)
                    : bits >> unused;
}

std::string enumText(const object::TypeInfo& type, std::uint64_t value, bool isSigned)
{
    const auto named = std::ranges::find(type.enumerators, value, &object::Enumerator::value);
    if (named != type.enumerators.end())
        return std::string(named->name);
    const auto number = isSigned ? concat(static_cast<std::int64_t>(value)) : concat(value);
    if (value == 0 || !areFlags(type))
        return number;
    std::string text;
    auto rest = value;
    for (const auto& enumerator : type.enumerators) {
        if (!std::has_single_bit(enumerator.value) || (rest & enumerator.value) == 0)
            continue;
        text += concat(text.empty() ? "" : " | ", enumerator.name);
        rest &= ~enumerator.value;
    }
    if (text.empty())
        return number;
    return rest == 0 ? text : concat(text, " | ", hexAddress(rest));
}

std::string validText(std::string_view text, bool isCut)
{
    std::string result;
    while (!text.empty()) {
        const auto length = utf8Length(text);
        // The last character of a beginning may be cut.
        if (length == 0 && isCut && text.size() < 4 &&
            (static_cast<unsigned char>(text.front()) & 0xc0) == 0xc0)
            break;
        if (length == 0)
            result += concat("\\x", hexDigits(static_cast<unsigned char>(text.front()), 2));
        else
            result += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return isCut ? result + "..." : result;
}

} // namespace faultline::variables
