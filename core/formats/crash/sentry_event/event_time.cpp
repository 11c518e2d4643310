// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_time.h"

#include "core/base/hex.h"

#include <algorithm>
#include <chrono>

namespace faultline::sentry {

namespace {

/// Four digits cannot express a later year, so a later time is not valid.
constexpr std::int64_t kEndOfTime = 253'402'300'800;

/// Fixed-width fields of a date; after the first that does not fit all are 0.
class FieldReader
{
public:
    explicit FieldReader(std::string_view text) : m_rest(text) {}

    int number(std::size_t digits)
    {
        const auto value = parseDecimal(m_rest.substr(0, digits));
        m_ok = m_ok && m_rest.size() >= digits && value.has_value();
        m_rest.remove_prefix(std::min(digits, m_rest.size()));
        return m_ok ? static_cast<int>(*value) : 0;
    }

    void separator(std::string_view allowed)
    {
        m_ok = m_ok && !m_rest.empty() && allowed.contains(m_rest.front());
        m_rest.remove_prefix(std::min<std::size_t>(1, m_rest.size()));
    }

    void skipFraction()
    {
        if (m_rest.starts_with('.'))
            m_rest.remove_prefix(
                std::min(m_rest.find_first_not_of("0123456789", 1), m_rest.size()));
    }

    /// "Z", "+01:00" or nothing, as seconds east of Greenwich.
    int zone()
    {
        if (m_rest.empty() || m_rest == "Z" || m_rest == "z")
            return 0;
        const int sign = m_rest.front() == '-' ? -1 : 1;
        separator("+-");
        const int hours = number(2);
        separator(":");
        const int minutes = number(2);
        m_ok = m_ok && m_rest.empty();
        return sign * (hours * 60 + minutes) * 60;
    }

    bool ok() const { return m_ok; }

private:
    std::string_view m_rest;
    bool m_ok = true;
};

std::optional<std::int64_t> parseTime(std::string_view text)
{
    using namespace std::chrono;
    FieldReader reader(text);
    const year y(reader.number(4));
    reader.separator("-");
    const month m(static_cast<unsigned>(reader.number(2)));
    reader.separator("-");
    const day d(static_cast<unsigned>(reader.number(2)));
    reader.separator("Tt ");
    std::int64_t seconds = std::int64_t{reader.number(2)} * 3600;
    reader.separator(":");
    seconds += std::int64_t{reader.number(2)} * 60;
    reader.separator(":");
    seconds += reader.number(2);
    reader.skipFraction();
    seconds -= reader.zone();
    const year_month_day date(y, m, d);
    if (!reader.ok() || !date.ok())
        return std::nullopt;
    return std::int64_t{sys_days(date).time_since_epoch().count()} * 86'400 + seconds;
}

std::optional<std::int64_t> secondsOf(std::optional<std::uint64_t> number)
{
    if (!number || *number >= static_cast<std::uint64_t>(kEndOfTime))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

} // namespace

std::optional<std::int64_t> timeOf(const json::JsonValue& value)
{
    switch (value.kind()) {
    case json::JsonKind::Unsigned: return secondsOf(value.integerBits());
    case json::JsonKind::Real:
        return secondsOf(parseDecimal(value.text().substr(0, value.text().find('.'))));
    case json::JsonKind::String: return parseTime(value.text());
    default: return std::nullopt;
    }
}

} // namespace faultline::sentry
