#pragma once

#include "core/base/error.h"

#include <concepts>
#include <expected>
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

inline void appendPart(std::string& out, std::string_view part)
{
    out += part;
}

inline void appendPart(std::string& out, char part)
{
    out += part;
}

template <std::integral T>
void appendPart(std::string& out, T part)
{
    out += std::to_string(part);
}

void appendPart(std::string& out, Hex part);

} // namespace detail

/// Joins texts and numbers, without locale.
template <class... Parts>
std::string concat(const Parts&... parts)
{
    std::string text;
    (detail::appendPart(text, parts), ...);
    return text;
}

/// `return fail(ErrorKind::Malformed, "module list: ", count, " records at offset ", Hex{offset});`
template <class... Parts>
std::unexpected<Error> fail(ErrorKind kind, const Parts&... parts)
{
    return std::unexpected(Error{kind, concat(parts...)});
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
