// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_place.h"

#include "core/engine/inspection.h"
#include "ui/bridge/frame_choice.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/source_documents.h"
#include "ui/bridge/thread_rows.h"
#include "ui/models/thread_model.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

StackPlace::StackPlace(SessionCore& core, const ThreadModel& threads, QObject* parent)
    : QObject(parent), m_core(core), m_threads(threads)
{
}

/// Rows of a deep stack take long to end.
StackPlace::~StackPlace()
{
    m_remains.keep(m_stack.frames(), m_stack.allRows(), std::move(m_countedStack));
}

QString StackPlace::currentThreadName() const
{
    const auto& event = m_core.state().event;
    const bool exists = event && m_thread >= 0 && std::size_t(m_thread) < event->threads.size();
    return exists ? threadName(m_core.state(), std::uint32_t(m_thread)) : QString();
}

const Frame* StackPlace::frame() const
{
    return m_thread < 0 || !m_frame ? nullptr
                                    : findFrame(m_core.state(), std::uint32_t(m_thread), *m_frame);
}

std::optional<engine::FramePlace> StackPlace::framePlace() const
{
    if (m_thread < 0 || !m_frame)
        return std::nullopt;
    return engine::FramePlace{.thread = std::uint32_t(m_thread),
                              .physical = m_frame->physicalIndex,
                              .inlineDepth = m_frame->inlineDepth};
}

std::optional<std::size_t> StackPlace::framesOnStack(std::optional<std::uint32_t> module) const
{
    const bool isCounted =
        m_countedStack && m_countedStack.get() == m_core.state().stack(std::uint32_t(m_thread));
    return isCounted && module && *module < m_framesOfModule.size()
               ? std::optional(m_framesOfModule[*module])
               : std::nullopt;
}

void StackPlace::take(SessionRows::Stack rows)
{
    if (int(rows.thread) != m_thread)
        return;
    m_isStackCut = false;
    m_countedStack = std::move(rows.source);
    m_framesOfModule = std::move(rows.framesOfModule);
    showStack(std::move(rows.frames), rows.end, &rows.laidOut);
}

/// The last stack may come before the report is complete.
void StackPlace::takeEnd()
{
    m_isAtEnd = true;
    takeWantedRow();
}

/// Shows a stack at once, but of a deep one only the top. The other rows follow.
void StackPlace::refreshStack()
{
    constexpr std::size_t kTopFrames = 400;
    const ReportState& state = m_core.state();
    const auto thread = std::uint32_t(m_thread);
    m_isStackCut = isDeep(state, thread);
    if (m_isStackCut)
        return showStack(makeFrameRows(state, thread, kTopFrames), {});
    showStack(makeFrameRows(state, thread), makeStackEnd(state, thread));
}

void StackPlace::completeStack()
{
    if (!std::exchange(m_isStackCut, false))
        return;
    const auto thread = std::uint32_t(m_thread);
    showStack(makeFrameRows(m_core.state(), thread), makeStackEnd(m_core.state(), thread));
}

void StackPlace::showStack(FrameRows frames,
                           const StackEndRow& end,
                           const StackModel::LaidOut* laidOut)
{
    Remains replaced;
    replaced.keep(m_stack.frames(), m_stack.allRows());
    if (laidOut)
        m_stack.setFrames(std::move(frames), end, *laidOut);
    else
        m_stack.setFrames(std::move(frames), end);
    if (takeWantedRow() || takeWantedFrame())
        return;
    const auto followed =
        m_frame ? followedFrame(m_stack.frames(),
                                {.key = *m_frame, .row = m_shownFrame, .isChosen = m_frameChosen})
                : std::nullopt;
    if (!followed)
        return selectFirst();
    const bool isSame = followed == m_frame;
    setFrame(followed);
    requestSource();
    if (isSame)
        Q_EMIT frameUpdated();
    else
        Q_EMIT frameSelected();
}

void StackPlace::restorePlace(int thread, FrameRow::Key frame)
{
    if (m_thread >= 0)
        return;
    m_wantedThread = thread;
    m_wantedFrame = frame;
}

/// Which threads wait for each other is known after the first stacks, so another thread may become
/// the one to look at, while the user has chosen none.
void StackPlace::selectFirstThread()
{
    if (m_isThreadChosen || m_frameChosen || m_core.state().event->threads.empty())
        return;
    const auto wanted = std::exchange(m_wantedThread, std::nullopt);
    const bool isThere =
        wanted && *wanted >= 0 && std::size_t(*wanted) < m_core.state().event->threads.size();
    if (wanted && !isThere) {
        m_wantedFrame.reset();
        m_wantedRow.reset();
    }
    selectThread(isThere ? *wanted : int(m_core.state().mainThread()));
    m_isThreadChosen = isThere;
}

/// Inlined calls come with the symbols, so the wish stays until its row is there or nothing more
/// can come.
bool StackPlace::takeWantedFrame()
{
    if (!m_wantedFrame)
        return false;
    const auto wanted = *m_wantedFrame;
    const FrameRows& frames = m_stack.frames();
    const auto exact =
        std::ranges::find_if(frames, [&](const auto& row) { return row->frameKey == wanted; });
    const auto physical = std::ranges::find_if(frames, [&](const auto& row) {
        return row->frameKey ==
               FrameRow::Key{.physicalIndex = wanted.physicalIndex, .inlineDepth = 0};
    });
    if (exact != frames.end() || (m_core.state().complete && !m_isStackCut))
        m_wantedFrame.reset();
    const auto found = exact != frames.end() ? exact : physical;
    if (found == frames.end())
        return false;
    m_frameChosen = true;
    setFrame((*found)->frameKey);
    requestSource();
    Q_EMIT frameSelected();
    return true;
}

void StackPlace::selectRow(std::optional<int> thread, int row)
{
    m_wantedFrame.reset();
    m_wantedRow = WantedRow{.thread = thread, .row = row};
    if (m_thread < 0) {
        m_wantedThread = thread;
        return;
    }
    selectThread(thread.value_or(int(m_core.state().mainThread())));
    takeWantedRow();
}

bool StackPlace::takeWantedRow()
{
    const auto& state = m_core.state();
    if (!m_wantedRow || m_thread != m_wantedRow->thread.value_or(int(state.mainThread())))
        return false;
    const int row = m_wantedRow->row;
    const bool isFinal = m_isAtEnd && !m_isStackCut;
    if (isFinal)
        m_wantedRow.reset();
    if (row >= m_stack.frames().size())
        return false;
    m_frameChosen = isFinal;
    setFrame(m_stack.frames().at(row)->frameKey);
    requestSource();
    Q_EMIT frameSelected();
    return true;
}

void StackPlace::setFrame(std::optional<FrameRow::Key> frame)
{
    m_frame = frame;
    m_shownFrame.reset();
    if (!frame)
        return;
    const auto found = std::ranges::find_if(
        m_stack.frames(), [&](const auto& row) { return row->frameKey == *frame; });
    if (found != m_stack.frames().end())
        m_shownFrame = *found;
}

void StackPlace::selectThread(int thread)
{
    const auto& event = m_core.state().event;
    if (!event || thread < 0 || std::size_t(thread) >= event->threads.size() || thread == m_thread)
        return;
    m_thread = thread;
    m_isThreadChosen = true;
    setFrame(std::nullopt);
    m_frameChosen = false;
    Remains replaced;
    replaced.keep(m_stack.frames(), m_stack.allRows());
    m_stack.clear();
    refreshStack();
    Q_EMIT threadSelected();
    if (m_isStackCut)
        Q_EMIT rowsWanted();
}

void StackPlace::selectFrame(FrameRow::Key frame)
{
    m_frameChosen = true;
    m_wantedFrame.reset();
    m_wantedRow.reset();
    if (m_frame == frame)
        return;
    setFrame(frame);
    requestSource();
    Q_EMIT frameSelected();
}

void StackPlace::selectFirst()
{
    setFrame(bestFrame(m_stack.frames()));
    requestSource();
    Q_EMIT frameSelected();
}

void StackPlace::selectCrash()
{
    if (!m_core.hasEvent())
        return;
    selectThread(int(m_core.state().mainThread()));
    m_frameChosen = false;
    selectFirst();
}

/// The caller of a frame may be folded away. Its fold opens, because no other frame is the caller.
void StackPlace::stepFrame(int direction)
{
    completeStack();
    const FrameRows& frames = m_stack.frames();
    const auto isCurrent = [this](const auto& frame) { return frame->frameKey == m_frame; };
    const auto at = m_frame ? std::ranges::find_if(frames, isCurrent) - frames.begin() : -direction;
    const bool hidesInlines =
        !m_stack.options().inlineRows || m_stack.options().mode == StackOptions::Mode::Raw;
    for (auto next = at + direction; next >= 0 && next < frames.size(); next += direction) {
        const auto frame = frames.at(next);
        if (hidesInlines && frame->isInline())
            continue;
        m_stack.reveal(frame->frameKey);
        return selectFrame(frame->frameKey);
    }
}

void StackPlace::stepInAppFrame(int direction)
{
    const FrameRows& frames = m_stack.frames();
    const auto isCurrent = [this](const auto& frame) { return frame->frameKey == m_frame; };
    const auto at = m_frame ? std::ranges::find_if(frames, isCurrent) - frames.begin() : -1;
    for (auto next = at + direction; next >= 0 && next < frames.size(); next += direction) {
        if (frames.at(next)->isInApp)
            return selectFrame(frames.at(next)->frameKey);
    }
}

void StackPlace::stepThread(int direction)
{
    const auto row = m_threads.rowOf(m_thread);
    if (!row)
        return;
    if (const auto next = m_threads.threadBeside(*row, direction))
        selectThread(*next);
}

void StackPlace::selectFromOutermost(int thread, int depth)
{
    const ThreadStack* stack = thread < 0 ? nullptr : m_core.state().stack(std::uint32_t(thread));
    if (!stack || depth < 0 || std::size_t(depth) >= stack->frames.size())
        return;
    const std::size_t at = stack->frames.size() - 1 - std::size_t(depth);
    quint32 inlineDepth = 0;
    while (at + inlineDepth < stack->frames.size() && stack->frames[at + inlineDepth].isInlined)
        ++inlineDepth;
    selectPlace(thread,
                {.physicalIndex = stack->frames[at].originalIndex, .inlineDepth = inlineDepth});
}

void StackPlace::selectPlace(int thread, FrameRow::Key frame)
{
    if (thread != m_thread) {
        m_wantedFrame = frame; // Its row may come later.
        return selectThread(thread);
    }
    completeStack();
    selectFrame(frame);
}

void StackPlace::requestSource()
{
    const Frame* found = frame();
    if (!found)
        return;
    const SourcePlace place = sourcePlace(*found);
    if (!place.path.empty() && place.line != 0)
        m_core.requestSource(found->module, place.path, place.line);
}

} // namespace faultline::ui
