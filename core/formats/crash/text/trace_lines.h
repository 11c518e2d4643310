// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

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

/// Reads the lines of one trace that its writer wrote. `take` says whether a line belongs to the
/// trace; `isOver` says after each line whether the trace has ended.
template <std::predicate<const Line&> Take, std::predicate IsOver>
void takeLines(LineCursor& at, TraceBuilder& trace, int maxGap, Take take, IsOver isOver)
{
    at.followWriter();
    for (TraceLines lines(at, trace, maxGap); !lines.areOver() && !isOver();)
        lines.next(take(at.line()));
    at.followAll();
}

template <std::predicate<const Line&> Take>
void takeLines(LineCursor& at, TraceBuilder& trace, int maxGap, Take take)
{
    takeLines(at, trace, maxGap, std::move(take), [] { return false; });
}

/// Is one of the `lines` lines after this one what `is` looks for? `is` gets the text of each, or a
/// cursor at it. A reader that is tired looks at fewer.
template <class Is>
bool isNear(LineCursor ahead, int lines, Is is)
{
    const auto most = ahead.patience(lines);
    for (int i = 0; i < most; ++i) {
        ahead.next();
        if (ahead.atEnd())
            return false;
        if constexpr (std::invocable<Is, std::string_view>) {
            if (is(ahead.line().text))
                return true;
        } else {
            if (is(ahead))
                return true;
        }
    }
    return false;
}

template <class Is>
bool isNext(const LineCursor& at, Is is)
{
    return isNear(at, 1, std::move(is));
}

/// Holds a frame back whose place may stand in a line below it.
class PendingFrame
{
public:
    explicit PendingFrame(TraceBuilder& trace) : m_trace(trace) {}

    /// Adds the frame that was held back before, and holds this one back.
    void hold(const FrameText& frame, const Line& line);

    /// Returns the frame that is held back, or null.
    FrameText* frame() { return m_frame ? &*m_frame : nullptr; }

    /// Adds the frame that is held back, if there is one.
    void add();

private:
    TraceBuilder& m_trace;
    std::optional<FrameText> m_frame;
    Line m_line; ///< Of it.
};

} // namespace faultline::nativetext
