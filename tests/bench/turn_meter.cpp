// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/turn_meter.h"

#include <algorithm>
#include <time.h>

namespace faultline::ui::test {

namespace {

constexpr double kNsPerMs = 1e6;

/// The processor time of this thread, in nanoseconds.
qint64 workedNs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

TurnMeter::TurnMeter()
{
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { tick(); });
    m_timer.start(1);
    restart();
}

void TurnMeter::restart()
{
    m_elapsed.clear();
    m_worked.clear();
    m_clock.start();
    m_workedBefore = workedNs();
}

void TurnMeter::tick()
{
    const qint64 worked = workedNs();
    m_elapsed.push_back(m_clock.nsecsElapsed());
    m_worked.push_back(worked - m_workedBefore);
    m_clock.start();
    m_workedBefore = worked;
}

TurnMeter::Figures TurnMeter::figuresOf(std::vector<qint64> turns)
{
    if (turns.empty())
        return {};
    std::ranges::sort(turns);
    const auto at = std::min(turns.size() - 1, turns.size() * 99 / 100);
    return {.p99 = double(turns[at]) / kNsPerMs, .longest = double(turns.back()) / kNsPerMs};
}

} // namespace faultline::ui::test
