// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

namespace faultline::nativetext {

/// What each form's reader gives up after: so many lines in a row that do not belong to a trace.
inline constexpr int kMaxGapLines = 100;

/// Goes through the lines of one trace for its reader. They are over after too many lines in a row
/// that the reader did not take, and where a trace of another form begins between them. The trace
/// ends after the last line that was taken, so that what follows is read as what it is.
class TraceLines
{
public:
    TraceLines(LineCursor& at, TraceBuilder& trace, int maxGap = kMaxGapLines)
        : m_at(at), m_trace(trace), m_maxGap(maxGap)
    {
        m_trace.setEnd(at.here());
    }

    bool areOver() const;

    /// How many lines in a row were not taken.
    int gap() const { return m_gap; }

    /// Goes to the next line. Does the one that it leaves belong to the trace?
    void next(bool isTaken);

private:
    LineCursor& m_at;
    TraceBuilder& m_trace;
    int m_maxGap;
    int m_gap = 0;
    bool m_isStopped = false;
};

} // namespace faultline::nativetext
