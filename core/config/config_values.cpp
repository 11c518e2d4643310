// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_values.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/config/duration.h"

#include <algorithm>
#include <array>

namespace faultline::config {

namespace {

/// `{days: 7, hours: 12}`: the older notation of durations.
std::chrono::nanoseconds readDurationMap(const json::JsonCursor& map)
{
    std::chrono::nanoseconds total{0};
    map.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
        const auto unit = durationUnit(name);
        const auto count = value.unsignedInteger();
        if (!unit ||
            count > static_cast<std::uint64_t>((std::chrono::nanoseconds::max() - total) / *unit))
            value.refuse(unit ? "duration too long" : "unknown unit of time");
        else
            total += *unit * static_cast<std::int64_t>(count);
    });
    return total;
}

struct SizeUnit
{
    std::string_view name; ///< Lower case.
    std::uint64_t bytes;
};

constexpr std::array<SizeUnit, 13> kSizeUnits{{{.name = "b", .bytes = 1},
                                               {.name = "kib", .bytes = 1ull << 10},
                                               {.name = "mib", .bytes = 1ull << 20},
                                               {.name = "gib", .bytes = 1ull << 30},
                                               {.name = "tib", .bytes = 1ull << 40},
                                               {.name = "kb", .bytes = 1'000},
                                               {.name = "mb", .bytes = 1'000'000},
                                               {.name = "gb", .bytes = 1'000'000'000},
                                               {.name = "tb", .bytes = 1'000'000'000'000},
                                               {.name = "k", .bytes = 1ull << 10},
                                               {.name = "m", .bytes = 1ull << 20},
                                               {.name = "g", .bytes = 1ull << 30},
                                               {.name = "t", .bytes = 1ull << 40}}};

std::optional<std::uint64_t> parseSize(std::string_view text)
{
    text = trimAscii(text);
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = parseDecimal(text.substr(0, digits));
    const auto unitName = toLowerAscii(trimAscii(text.substr(digits)));
    const auto unit = std::ranges::find(kSizeUnits, unitName, &SizeUnit::name);
    if (!number || unit == kSizeUnits.end() ||
        *number > std::numeric_limits<std::uint64_t>::max() / unit->bytes)
        return std::nullopt;
    return *number * unit->bytes;
}

} // namespace

std::chrono::nanoseconds readDuration(const json::JsonCursor& value)
{
    const auto kind = kindOf(value);
    if (kind == json::JsonKind::Object)
        return readDurationMap(value);
    if (kind && kind != json::JsonKind::String) {
        value.refuse("expected a duration with a unit, such as \"15min\"");
        return {};
    }
    const auto duration = parseDuration(value.string());
    if (!duration && value.errors().ok())
        value.refuse(duration.error().detail);
    return duration.value_or(std::chrono::nanoseconds(0));
}

void setLifetime(const json::JsonCursor& value, std::optional<std::chrono::seconds>& target)
{
    if (value.isNull())
        target.reset();
    else if (!value.isAbsent())
        target = std::chrono::ceil<std::chrono::seconds>(readDuration(value));
}

std::optional<json::JsonKind> kindOf(const json::JsonCursor& value)
{
    const auto& given = value.value();
    return given ? std::optional(given->kind()) : std::nullopt;
}

void setBool(const json::JsonCursor& value, bool& target)
{
    target = value.booleanOr(target);
}

void setLimit(const json::JsonCursor& value, std::uint64_t& target)
{
    if (value.isNull())
        target = std::numeric_limits<std::uint64_t>::max();
    else
        setUnsigned(value, target);
}

std::uint64_t readSize(const json::JsonCursor& value)
{
    if (kindOf(value) != json::JsonKind::String)
        return value.unsignedInteger();
    const auto size = parseSize(value.string());
    if (!size)
        value.refuse("expected a size, such as \"512MiB\"");
    return size.value_or(0);
}

void setOptionalSize(const json::JsonCursor& value, std::optional<std::uint64_t>& target)
{
    if (value.isNull())
        target.reset();
    else if (!value.isAbsent())
        target = readSize(value);
}

std::string readToken(const json::JsonCursor& value)
{
    constexpr std::size_t kFewestCharacters = 16;
    auto token = value.string();
    const bool isSendable = trimAscii(token) == token && std::ranges::none_of(token, [](char c) {
                                return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
                            });
    if (token.size() < kFewestCharacters)
        value.refuse("a token has at least 16 characters");
    else if (!isSendable)
        value.refuse("a token has no space at its ends and no control characters");
    return token;
}

std::vector<std::string> readTokens(const json::JsonCursor& list)
{
    std::vector<std::string> tokens;
    list.forEachItem([&](const json::JsonCursor& item) { tokens.push_back(readToken(item)); });
    return tokens;
}

} // namespace faultline::config
