// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <concepts>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace faultline {

/// The outcome of an operation that can fail. Use std::optional for absence that is normal. One
/// return type never has both meanings.
template <class T>
using Result = std::expected<T, Error>;

/// An integer that fail() prints in hexadecimal (0x…).
struct Hex
{
    std::uint64_t value = 0;
};

namespace detail {

/// One part of a text to be joined. A number is formatted inside the part. So joining takes one
/// allocation, and callers inline none of it.
class TextPart
{
public:
    TextPart(std::string_view text) : m_text(text) {}

    TextPart(const std::string& text) : m_text(text) {}

    TextPart(const char* text) : m_text(text) {}

    TextPart(char character);
    TextPart(Hex number);

    TextPart(std::signed_integral auto number) { writeSigned(number); }

    TextPart(std::unsigned_integral auto number) { writeUnsigned(number); }

    TextPart(const TextPart&) = delete; // m_text may point into m_digits.
    TextPart& operator=(const TextPart&) = delete;

    std::string_view text() const { return m_text; }

private:
    void writeSigned(std::int64_t number);
    void writeUnsigned(std::uint64_t number);

    static constexpr std::size_t kMaxDigits = 20; ///< Enough for -2^63 and 2^64 - 1.
    char m_digits[kMaxDigits];
    std::string_view m_text;
};

std::string join(std::initializer_list<TextPart> parts);
std::unexpected<Error> failure(ErrorKind kind, std::initializer_list<TextPart> parts);

} // namespace detail

/// Joins texts and numbers, independent of the locale.
template <class... Parts>
std::string concat(const Parts&... parts)
{
    return detail::join({detail::TextPart(parts)...});
}

/// `return fail(ErrorKind::Malformed, "module list: ", count, " records at offset ", Hex{offset});`
template <class... Parts>
std::unexpected<Error> fail(ErrorKind kind, const Parts&... parts)
{
    return detail::failure(kind, {detail::TextPart(parts)...});
}

} // namespace faultline

#define FL_DETAIL_JOIN2(a, b) a##b
#define FL_DETAIL_JOIN(a, b) FL_DETAIL_JOIN2(a, b)

/// FL_TRY(auto x, expression); declares x from the expression's value, or returns its error to the
/// caller. It is a full statement inside braces. Use FL_CHECK for Result<void>.
#define FL_TRY(declaration, ...)                                                                   \
    auto FL_DETAIL_JOIN(flResult, __LINE__) = (__VA_ARGS__);                                       \
    if (!FL_DETAIL_JOIN(flResult, __LINE__))                                                       \
        return std::unexpected(std::move(FL_DETAIL_JOIN(flResult, __LINE__)).error());             \
    declaration = *std::move(FL_DETAIL_JOIN(flResult, __LINE__))

/// FL_CHECK(expression); returns the error of a Result<void> to the caller.
#define FL_CHECK(...)                                                                              \
    do {                                                                                           \
        if (auto flResult = (__VA_ARGS__); !flResult)                                              \
            return std::unexpected(std::move(flResult).error());                                   \
    } while (false)
