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

/// The outcome of everything that can fail. Absence that is normal is std::optional instead; never
/// both meanings in one.
template <class T>
using Result = std::expected<T, Error>;

/// An integer that fail() prints as 0x… instead of decimal.
struct Hex
{
    std::uint64_t value = 0;
};

namespace detail {

/// One part of a text to be joined. Numbers are written into the part itself, so that joining them
/// takes one allocation and none of it is inlined into callers.
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

    static constexpr std::size_t kMaxDigits = 20; ///< Of -2^63 and 2^64 - 1.
    char m_digits[kMaxDigits];
    std::string_view m_text;
};

std::string join(std::initializer_list<TextPart> parts);
std::unexpected<Error> failure(ErrorKind kind, std::initializer_list<TextPart> parts);

} // namespace detail

/// Joins texts and numbers, without locale.
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

/// FL_TRY(auto x, expression); returns the expression's error to the caller or declares x from its
/// value. A full statement inside braces. For Result<void> use FL_CHECK.
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
