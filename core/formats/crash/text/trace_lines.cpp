// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

bool TraceLines::areOver() const
{
    return m_isStopped || m_at.atEnd() || m_gap > m_at.patience(m_maxGap);
}

void TraceLines::next(bool isTaken)
{
    if (isTaken)
        m_trace.setEnd(m_at.afterLine());
    m_gap = isTaken ? 0 : m_gap + 1;
    m_isStopped = !isTaken && m_trace.isAnother(m_at);
    m_at.next();
}

void PendingFrame::hold(const FrameText& frame, const Line& line)
{
    add();
    m_frame = frame;
    m_line = line;
}

void PendingFrame::add()
{
    if (m_frame)
        m_trace.add(*m_frame, m_line);
    m_frame.reset();
}

} // namespace faultline::nativetext
