// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/remains.h"
#include "ui/bridge/session_rows.h"
#include "ui/models/frame_row.h"
#include "ui/models/stack_model.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace faultline {

struct Frame;
struct ThreadStack;

} // namespace faultline

namespace faultline::engine {

struct FramePlace;

} // namespace faultline::engine

namespace faultline::ui {

class SessionCore;
class ThreadModel;

/// The thread and the frame of a report that the user looks at, and the rows of that thread's
/// stack. Until the user has chosen, the best ones are selected, and others may follow when names
/// arrive. Lives on the GUI thread and belongs to ReportSession.
class StackPlace final : public QObject
{
    Q_OBJECT

public:
    StackPlace(SessionCore& core, const ThreadModel& threads, QObject* parent = nullptr);
    ~StackPlace() override;

    StackModel& stack() { return m_stack; }

    /// An index into the event's threads; -1 before the file has been read.
    int currentThread() const { return m_thread; }

    QString currentThreadName() const;

    std::optional<FrameRow::Key> currentFrame() const { return m_frame; }

    /// Did the user choose the frame? Otherwise another one may follow when names arrive.
    bool isFrameChosen() const { return m_frameChosen; }

    /// The current frame in the report; null when there is none.
    const Frame* frame() const;
    /// As questions to the engine name the current frame.
    std::optional<engine::FramePlace> framePlace() const;
    /// How many frames of the current stack lie in a module. Absent where a count does not take
    /// long.
    std::optional<std::size_t> framesOnStack(std::optional<std::uint32_t> module) const;

    /// Selects this thread and frame as soon as they are known, as the user did earlier.
    void restorePlace(int thread, FrameRow::Key frame);
    void selectThread(int thread);
    void selectFrame(FrameRow::Key frame);
    /// Selects the thread and its frame that has so many frames above it, inlined ones included.
    void selectFromOutermost(int thread, int depth);
    /// Selects this thread and frame, as soon as its row is there.
    void selectPlace(int thread, FrameRow::Key frame);
    /// Selects a row of a thread's stack, counted as reports and queries count them: from 0,
    /// inlined calls included. Without a thread it is the one to look at first. Inlined calls come
    /// with the symbols, so the selection moves with them until the report is complete.
    void selectRow(std::optional<int> thread, int row);
    /// Selects the crashed thread and its most telling frame.
    void selectCrash();
    /// Selects the thread to look at first, unless the user has chosen one.
    void selectFirstThread();
    /// Moves to the next shown frame: +1 towards the caller, -1 towards the callee.
    void stepFrame(int direction);
    void stepInAppFrame(int direction);
    void stepThread(int direction);

    /// Takes the rows of the current thread; those of another one are dropped.
    void take(SessionRows::Stack rows);
    /// Nothing more can come, so that the row of selectRow() is the one that was meant.
    void takeEnd();
    /// Adds the rows that a deep stack does not show yet.
    void completeStack();
    /// Asks for the source text of the current frame, unless it is known.
    void requestSource();

Q_SIGNALS:
    void threadSelected();
    void frameSelected();
    /// The selection is the same, and its frame has a newer state.
    void frameUpdated();
    /// A deep stack shows only its top, and its other rows are to be made.
    void rowsWanted();

private:
    void refreshStack();
    /// Uses rows that were laid out before, unless there are none.
    void showStack(FrameRows frames,
                   const StackEndRow& end,
                   const StackModel::LaidOut* laidOut = nullptr);
    void selectFirst();
    void setFrame(std::optional<FrameRow::Key> frame);
    bool takeWantedFrame();
    bool takeWantedRow();

    struct WantedRow
    {
        std::optional<int> thread;
        int row = 0;
    };

    Remains m_remains; // First, because it takes what the other members have.
    SessionCore& m_core;
    const ThreadModel& m_threads;
    StackModel m_stack;
    bool m_isStackCut = false; ///< The stack has only its top rows yet.
    bool m_isAtEnd = false;    ///< By takeEnd().
    /// The number of physical frames in each module, of a deep stack that is shown.
    std::shared_ptr<const ThreadStack> m_countedStack;
    std::vector<std::size_t> m_framesOfModule;
    int m_thread = -1;
    bool m_isThreadChosen = false; ///< By the user.
    std::optional<FrameRow::Key> m_frame;
    std::shared_ptr<const FrameRow> m_shownFrame; ///< The last state of the current frame.
    bool m_frameChosen = false;                   ///< The user chose the frame.
    std::optional<int> m_wantedThread;            ///< By restorePlace(), until the thread is known.
    std::optional<FrameRow::Key> m_wantedFrame;   ///< By restorePlace(), until the frame is known.
    std::optional<WantedRow> m_wantedRow;         ///< By selectRow(), until the report is complete.
};

} // namespace faultline::ui
