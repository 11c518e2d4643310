// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/duration.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace faultline::config {

namespace {

struct Unit
{
    std::string_view name;
    std::int64_t nanoseconds;
};

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
constexpr std::int64_t kMonth = 2'630'016 * kSecond; // 30.44 days
constexpr std::int64_t kYear = 31'557'600 * kSecond; // 365.25 days

constexpr std::array kUnits{
    Unit{"ns", 1},
    Unit{"nsec", 1},
    Unit{"nanos", 1},
    Unit{"nanosecond", 1},
    Unit{"nanoseconds", 1},
    Unit{"us", 1'000},
    Unit{"usec", 1'000},
    Unit{"microsecond", 1'000},
    Unit{"microseconds", 1'000},
    Unit{"ms", 1'000'000},
    Unit{"msec", 1'000'000},
    Unit{"millis", 1'000'000},
    Unit{"millisecond", 1'000'000},
    Unit{"milliseconds", 1'000'000},
    Unit{"s", kSecond},
    Unit{"sec", kSecond},
    Unit{"secs", kSecond},
    Unit{"second", kSecond},
    Unit{"seconds", kSecond},
    Unit{"m", 60 * kSecond},
    Unit{"min", 60 * kSecond},
    Unit{"mins", 60 * kSecond},
    Unit{"minute", 60 * kSecond},
    Unit{"minutes", 60 * kSecond},
    Unit{"h", 3600 * kSecond},
    Unit{"hr", 3600 * kSecond},
    Unit{"hrs", 3600 * kSecond},
    Unit{"hour", 3600 * kSecond},
    Unit{"hours", 3600 * kSecond},
    Unit{"d", kDay},
    Unit{"day", kDay},
    Unit{"days", kDay},
    Unit{"w", 7 * kDay},
    Unit{"week", 7 * kDay},
    Unit{"weeks", 7 * kDay},
    Unit{"M", kMonth},
    Unit{"month", kMonth},
    Unit{"months", kMonth},
    Unit{"y", kYear},
    Unit{"year", kYear},
    Unit{"years", kYear},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Removes and returns the leading characters of `text` that satisfy `belongs`.
template <class Predicate>
std::string_view takeWhile(std::string_view& text, Predicate belongs)
{
    const auto count =
        static_cast<std::size_t>(std::ranges::find_if_not(text, belongs) - text.begin());
    const auto taken = text.substr(0, count);
    text.remove_prefix(count);
    return taken;
}

} // namespace

std::optional<std::chrono::nanoseconds> durationUnit(std::string_view name)
{
    const auto found = std::ranges::find(kUnits, name, &Unit::name);
    return found == kUnits.end() ? std::nullopt
                                 : std::optional(std::chrono::nanoseconds(found->nanoseconds));
}

Result<std::chrono::nanoseconds> parseDuration(std::string_view text)
{
    auto rest = trimAscii(text);
    if (rest.empty())
        return fail(ErrorKind::Malformed, "empty duration");
    std::int64_t total = 0;
    while (!rest.empty()) {
        const auto number = parseDecimal(takeWhile(rest, isDigit));
        rest = trimAscii(rest);
        const auto name =
            takeWhile(rest, [](char c) { return !isDigit(c) && c != ' ' && c != '\t'; });
        rest = trimAscii(rest);
        const auto unit = durationUnit(name);
        if (!number || !unit)
            return fail(ErrorKind::Malformed, "not a duration: \"", text,
                        R"(", expected numbers with units such as "15min")");
        const auto left =
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() - total);
        if (*number > left / static_cast<std::uint64_t>(unit->count()))
            return fail(ErrorKind::Malformed, "duration too long: \"", text, "\"");
        total += static_cast<std::int64_t>(*number) * unit->count();
    }
    return std::chrono::nanoseconds(total);
}

} // namespace faultline::config
