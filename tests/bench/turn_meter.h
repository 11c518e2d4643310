// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <vector>

namespace faultline::ui::test {

/// Measures how long the event loop of the GUI thread takes from turn to turn, and how much of that
/// the thread worked. On a busy machine only the latter says something about the program. A timer
/// that is due every millisecond ticks once per turn.
class TurnMeter
{
public:
    struct Figures
    {
        double p99 = 0; ///< In milliseconds, as `longest`.
        double longest = 0;
    };

    TurnMeter();

    void restart();

    qint64 count() const { return qint64(m_elapsed.size()); }

    Figures elapsed() const { return figuresOf(m_elapsed); }

    Figures worked() const { return figuresOf(m_worked); }

private:
    void tick();
    static Figures figuresOf(std::vector<qint64> turns);

    QElapsedTimer m_clock;
    qint64 m_workedBefore = 0; ///< Processor time of the thread at the turn's begin.
    QTimer m_timer;
    std::vector<qint64> m_elapsed; ///< In nanoseconds, as `m_worked`.
    std::vector<qint64> m_worked;
};

} // namespace faultline::ui::test
