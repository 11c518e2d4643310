// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/remains.h"
#include "ui/models/byte_source.h"
#include "ui/models/chain_model.h"
#include "ui/models/detail_model.h"
#include "ui/models/frame_row.h"
#include "ui/models/lock_model.h"
#include "ui/models/module_model.h"
#include "ui/models/part_model.h"
#include "ui/models/register_model.h"
#include "ui/models/report_header.h"
#include "ui/models/report_notice.h"
#include "ui/models/source_document.h"
#include "ui/models/stack_graph.h"
#include "ui/models/stack_model.h"
#include "ui/models/stream_model.h"
#include "ui/models/thread_model.h"
#include "ui/models/why_report.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace faultline {

struct Report;
struct ThreadStack;

} // namespace faultline

namespace faultline::engine {

struct FramePlace;

} // namespace faultline::engine

namespace faultline::ui {

class DebugFiles;
class FrameCode;
class FrameMemory;
class FileFacts;
class FrameRegisters;
class FrameValues;
class StreamFields;
class WalkEvidence;
class RowMaker;
class SessionCore;
class StackGraphMaker;
class SymbolFinder;
struct SessionRows;

/// One opened report, as views see it: its models, the current thread and frame, and what is
/// derived from them. Lives on the GUI thread and belongs to WorkbenchBridge. Views never see the
/// engine's types.
class ReportSession final : public QObject
{
    Q_OBJECT

public:
    /// Several means that the file holds more than one crash file; parts() names them.
    enum class State { Loading, Ready, Failed, Several };

    explicit ReportSession(std::unique_ptr<SessionCore> core, QObject* parent = nullptr);
    ~ReportSession() override;

    QString path() const;
    QString fileName() const;
    State state() const;
    /// The detail text of the error that kept the file from opening.
    QString failure() const;
    QList<PartRow> parts() const;
    /// The same in a sentence for users, with the file's name in <b>.
    QString failureSentence() const;
    /// It could be read, but is no crash file.
    bool isOfOtherKind() const;
    /// The file could not be opened because it is not there.
    bool isFileMissing() const;

    /// The step that runs now, such as "walking 3 of 17"; empty when idle.
    QString step() const { return m_step; }

    bool isBusy() const;
    /// The views do not show everything yet that is known, because the rows of a large report are
    /// still being made.
    bool isMakingRows() const;

    /// Views without rows do not know yet whether they will have any.
    bool isReading() const { return state() == State::Loading || isMakingRows(); }

    const ReportHeader& header() const { return m_header; }

    /// What is known of the report now, for the library's commands. Null until the file has been
    /// read.
    std::shared_ptr<const Report> report() const;

    ThreadModel& threads() { return m_threads; }

    StackModel& stack() { return m_stack; }

    LockModel& locks() { return m_locks; }

    /// What the views of waits can show: everything, or nothing and why.
    enum class Waits {
        Known,
        NotYet,  ///< The report is being made.
        NotRead, ///< The report was stopped, or there is none.
        None,    ///< The file's kind or system says nothing of waits.
        NoMemory ///< The file lacks the memory that would tell.
    };

    Waits waits() const;
    /// Who waits for whom: the cycles, otherwise the chain of the current thread.
    ChainRows chain() const;
    /// What the current thread does, waits for and holds.
    QList<DetailRow> threadFacts() const;
    /// Merges the stacks of all threads on a thread of the pool. stackGraphChanged() follows.
    void requestStackGraph();

    /// Null until it was requested and made.
    std::shared_ptr<const StackGraph> stackGraph() const;

    /// The variables of the current frame.
    FrameValues& values() { return *m_values; }

    /// Reads the values of the current frame, unless they are known.
    void requestValues();

    /// The instructions around the current frame or another place.
    FrameCode& code() { return *m_code; }

    /// Reads the code of the current frame, unless it is known.
    void requestCode();

    /// The memory around the current frame's stack pointer or another place, and its map.
    FrameMemory& memory() { return *m_memory; }

    /// Reads memory for the current frame, unless it is known.
    void requestMemory();

    /// Finds functions by name, and what lies at a place.
    SymbolFinder& finder() { return *m_finder; }

    /// Why the current thread's stack and the signature are as they are.
    WalkEvidence& evidence() { return *m_evidence; }

    /// Walks the current thread again, unless that is known.
    void requestEvidence();

    ModuleModel& modules() { return m_modules; }

    StreamModel& streams() { return m_streams; }

    /// Annotations, breadcrumbs, handles, and what Windows keeps of threads.
    FileFacts& fileFacts() { return *m_fileFacts; }

    /// Files that the user offers for modules. Views offer them there, and use none unchecked.
    DebugFiles& debugFiles() { return *m_debugFiles; }

    /// What the bytes of a stream say.
    StreamFields& streamFields() { return *m_streamFields; }

    /// Explains in a sentence why the file has no streams. Empty until the file has been read.
    QString noStreamsText() const;

    int currentThread() const { return m_thread; }

    std::optional<FrameRow::Key> currentFrame() const { return m_frame; }

    /// Did the user choose the frame? Otherwise another one may follow when names arrive.
    bool isFrameChosen() const { return m_frameChosen; }

    QString currentThreadName() const;

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
    void selectStream(int stream);

    int currentStream() const { return m_stream; }

    /// The bytes of the current stream; null when there is no current stream.
    ByteSource* streamBytes() const { return m_streamBytes.get(); }

    /// Selects the crashed thread and its most telling frame.
    void selectCrash();
    /// Moves to the next shown frame: +1 towards the caller, -1 towards the callee.
    void stepFrame(int direction);
    void stepInAppFrame(int direction);
    void stepThread(int direction);

    /// Those of the current frame.
    FrameRegisters& registers();
    QList<DetailRow> details() const;
    /// Explains the state of the current frame.
    WhyReport why() const;
    WhyReport whyModule(int module) const;
    SourceDocument source() const;
    /// Returns the current thread's stack as it is shown. Empty until the file has been read.
    QString stackAsText();
    QString stackAsMarkdown();
    QString stackAsJson();

    /// Looks again for everything that failed and ignores negative entries of the caches.
    void retry();
    /// Looks again for source texts that were not found.
    void retrySources();
    /// Loads the files of every module into the caches, even of modules without frames.
    void fetchAll();
    void locateFile(int module, const QString& file);
    /// A debug file of the module on this computer, otherwise another file of it; empty without
    /// one.
    QString fileOfModule(int module) const;
    /// Undoes locateFile().
    void forgetFile(int module);
    void cancel();
    /// Goes on after cancel(). Keeps what the caches remember.
    void resume();
    /// What the user must know about the whole report while reading its stack.
    QList<ReportNotice> notices() const;

    /// The bridge uses it to apply notices.
    SessionCore& core() { return *m_core; }

    void refresh();
    void setStep(const QString& step);

Q_SIGNALS:
    void stateChanged();
    void headerChanged();
    void stepChanged();
    void threadSelected();
    void frameSelected();
    /// Modules, registers, details or explanations have changed.
    void factsChanged();
    void sourceChanged();
    void streamSelected();
    void stackGraphChanged();

private:
    void refreshStreams();
    void refreshStack();
    void makeRows();
    void take(SessionRows rows);
    void show(SessionRows rows);
    /// Adds the rows that a deep stack does not show yet.
    void completeStack();
    /// Uses rows that were laid out before, unless there are none.
    void showStack(FrameRows frames,
                   const StackEndRow& end,
                   const StackModel::LaidOut* laidOut = nullptr);
    void selectFirst();
    void selectFirstThread();
    void setFrame(std::optional<FrameRow::Key> frame);
    bool takeWantedFrame();
    bool takeWantedRow();
    std::optional<std::size_t> framesOnStack(std::optional<std::uint32_t> module) const;
    void releaseReplaced();
    WhyReport withChoices(WhyReport why) const;
    void requestSource();
    std::optional<engine::FramePlace> framePlace() const;
    void takeInspections();

    Remains m_remains; // First, because it takes what the other members have.
    std::unique_ptr<SessionCore> m_core;
    std::unique_ptr<RowMaker> m_maker;
    std::unique_ptr<StackGraphMaker> m_graphs;
    std::unique_ptr<FrameValues> m_values;
    std::unique_ptr<FrameCode> m_code;
    std::unique_ptr<FrameMemory> m_memory;
    std::unique_ptr<SymbolFinder> m_finder;
    std::unique_ptr<WalkEvidence> m_evidence;
    std::unique_ptr<StreamFields> m_streamFields;
    std::unique_ptr<FileFacts> m_fileFacts;
    std::unique_ptr<FrameRegisters> m_registers;
    std::unique_ptr<DebugFiles> m_debugFiles;
    /// The number of physical frames in each module, of a deep stack that is shown.
    std::shared_ptr<const ThreadStack> m_countedStack;
    std::vector<std::size_t> m_framesOfModule;
    bool m_isStackCut = false; ///< The stack has only its top rows yet.
    ThreadModel m_threads;
    StackModel m_stack;
    LockModel m_locks;
    ModuleModel m_modules;
    StreamModel m_streams;
    std::unique_ptr<ByteSource> m_streamBytes;
    ReportHeader m_header;
    QString m_fileName;
    QString m_step;
    State m_shownState = State::Loading;
    int m_thread = -1;
    bool m_isThreadChosen = false; ///< By the user.
    int m_stream = -1;
    std::optional<FrameRow::Key> m_frame;
    std::shared_ptr<const FrameRow> m_shownFrame; ///< The last state of the current frame.
    bool m_frameChosen = false;                   ///< The user chose the frame.
    std::optional<int> m_wantedThread;            ///< By restorePlace(), until the thread is known.
    std::optional<FrameRow::Key> m_wantedFrame;   ///< By restorePlace(), until the frame is known.

    struct WantedRow
    {
        std::optional<int> thread;
        int row = 0;
    };

    std::optional<WantedRow> m_wantedRow; ///< By selectRow(), until the report is complete.
};

} // namespace faultline::ui
