// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/time_text.h"

#include "core/base/result.h"

#include <chrono>
#include <fmt/format.h>

namespace faultline::report {

std::string utcText(std::int64_t unixSeconds)
{
    // fmt and the calendar types of <chrono> are exact for years 0 to 9999 only. A later time means
    // a damaged time stamp.
    constexpr std::int64_t kYear9999 = 253'402'300'799;
    if (unixSeconds < 0 || unixSeconds > kYear9999)
        return concat(unixSeconds, " s since 1970");
    const auto time = std::chrono::sys_seconds(std::chrono::seconds(unixSeconds));
    const auto days = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(days);
    const std::chrono::hh_mm_ss clock(time - days);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

} // namespace faultline::report
