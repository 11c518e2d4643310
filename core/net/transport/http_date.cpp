// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/http_date.h"

#include "core/base/hex.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

constexpr std::size_t kLength = 29;

/// The part of "Sun, 06 Nov 1994 08:49:37 GMT" at a position, as a number within a limit.
std::optional<unsigned>
numberAt(std::string_view text, std::size_t position, std::size_t digits, unsigned limit)
{
    const auto number = parseDecimal(text.substr(position, digits));
    if (!number || *number > limit)
        return std::nullopt;
    return static_cast<unsigned>(*number);
}

} // namespace

std::optional<std::chrono::sys_seconds> parseHttpDate(std::string_view text)
{
    using namespace std::chrono;
    if (text.size() != kLength || !text.ends_with(" GMT"))
        return std::nullopt;
    const auto day = numberAt(text, 5, 2, 31);
    const auto* month = std::ranges::find(kMonths, text.substr(8, 3));
    const auto year = numberAt(text, 12, 4, 9999);
    const auto hour = numberAt(text, 17, 2, 23);
    const auto minute = numberAt(text, 20, 2, 59);
    const auto second = numberAt(text, 23, 2, 60); // Leap seconds.
    if (!day || month == kMonths.end() || !year || !hour || !minute || !second)
        return std::nullopt;
    const auto monthNumber = static_cast<unsigned>(month - kMonths.begin()) + 1;
    const year_month_day date(std::chrono::year(static_cast<int>(*year)),
                              std::chrono::month(monthNumber), std::chrono::day(*day));
    if (!date.ok())
        return std::nullopt;
    return sys_days(date) + hours(*hour) + minutes(*minute) + seconds(*second);
}

} // namespace faultline::net
