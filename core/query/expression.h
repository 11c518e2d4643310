// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::query {

enum class Comparison : std::uint8_t {
    Holds,    ///< No operator: the member is there, and is neither false, null, 0 nor empty.
    Equal,    ///< "=="
    Unequal,  ///< "!="
    Less,     ///< "<"
    AtMost,   ///< "<="
    Greater,  ///< ">"
    AtLeast,  ///< ">="
    Contains, ///< "~": the text is in it, whatever the case of ASCII letters.
    Lacks     ///< "!~"
};

/// A member of a selection, and which of its own members are wanted: all, if none is named.
struct Chosen
{
    std::string name;
    std::vector<Chosen> parts = {};
};

/// A query as it was read. docs/scripting.md describes the language.
struct Expression
{
    enum class Kind : std::uint8_t {
        Name,   ///< `text`
        Number, ///< `number`
        Text,   ///< "…" or '…': `text`
        Flag,   ///< true, false: `number`
        Null,
        Call,   ///< `text`(parts)
        Member, ///< parts[0].text
        Part,   ///< parts[0]->text: of an element of each() a part, otherwise like Member.
        Index,  ///< parts[0][begin]; a negative one counts from the end.
        Key,    ///< parts[0]["text"]
        Slice,  ///< parts[0][begin:end]; without an end all that follows.
        Filter, ///< parts[0][parts[1] comparison parts[2]]; no parts[2] with Holds.
        Select  ///< parts[0]{chosen}
    };
    Kind kind = Kind::Name;
    std::string text = {};
    std::uint64_t number = 0;
    std::int64_t begin = 0;
    std::optional<std::int64_t> end = {};
    Comparison comparison = Comparison::Holds;
    std::vector<Expression> parts = {};
    std::vector<Chosen> chosen = {};
};

/// Limits of an expression: bytes of its text, levels of nesting, parts in all of it.
constexpr std::size_t kMostBytes = 4096;
constexpr std::uint32_t kDeepest = 32;
constexpr std::size_t kMostParts = 256;

/// Parses an expression. Errors: Malformed, with the place in the text; TooLarge, with the limit.
Result<Expression> parseExpression(std::string_view text);

} // namespace faultline::query
