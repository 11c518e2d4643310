// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/remains.h"
#include "ui/bridge/stack_place.h"
#include "ui/bridge/thread_waits.h"
#include "ui/models/detail_model.h"
#include "ui/models/module_model.h"
#include "ui/models/open_failure.h"
#include "ui/models/part_model.h"
#include "ui/models/report_header.h"
#include "ui/models/report_notice.h"
#include "ui/models/source_document.h"
#include "ui/models/thread_model.h"
#include "ui/models/why_report.h"

#include <QObject>

#include <memory>
#include <optional>

namespace faultline {

struct Report;

} // namespace faultline

namespace faultline::ui {

class DebugFiles;
class FrameCode;
class FileFacts;
class FileStreams;
class FrameMemory;
class FrameRegisters;
class FrameValues;
class WalkEvidence;
class RowMaker;
class SessionCore;
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

    /// Ends every connection to the receiver from the session, its parts and their models.
    void letGo(const QObject* receiver) const;

    QString path() const;
    QString fileName() const;
    State state() const;
    /// Why the file could not be opened.
    std::optional<OpenFailure> failure() const;
    /// The crash files of a container.
    QList<PartRow> parts() const;

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

    /// Who waits for whom.
    ThreadWaits& waits() { return *m_waits; }

    /// What the views of waits can show.
    ThreadWaits::State waitsState() const { return m_waits->state(isReading() || isBusy()); }

    /// The thread and frame that the user looks at.
    StackPlace& place() { return *m_place; }

    const StackPlace& place() const { return *m_place; }

    /// The rows of the current thread's stack.
    StackModel& stack() { return m_place->stack(); }

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

    /// The file's streams, and the one that the user looks at.
    FileStreams& streams() { return *m_streams; }

    /// Annotations, breadcrumbs, handles, and what Windows keeps of threads.
    FileFacts& fileFacts() { return *m_fileFacts; }

    /// Files that the user offers for modules. Views offer them there, and use none unchecked.
    DebugFiles& debugFiles() { return *m_debugFiles; }

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
    /// Modules, registers, details or explanations have changed.
    void factsChanged();
    void sourceChanged();

private:
    void makeRows();
    void take(SessionRows rows);
    void show(SessionRows rows);
    void releaseReplaced();
    WhyReport withChoices(WhyReport why) const;
    void takeInspections();

    Remains m_remains; // First, because it takes what the other members have.
    std::unique_ptr<SessionCore> m_core;
    std::unique_ptr<RowMaker> m_maker;
    // All objects below are children of the session, so that letGo() finds them.
    ThreadModel m_threads;
    std::unique_ptr<StackPlace> m_place;
    std::unique_ptr<ThreadWaits> m_waits;
    std::unique_ptr<FrameValues> m_values;
    std::unique_ptr<FrameCode> m_code;
    std::unique_ptr<FrameMemory> m_memory;
    std::unique_ptr<SymbolFinder> m_finder;
    std::unique_ptr<WalkEvidence> m_evidence;
    std::unique_ptr<FileStreams> m_streams;
    std::unique_ptr<FileFacts> m_fileFacts;
    std::unique_ptr<FrameRegisters> m_registers;
    std::unique_ptr<DebugFiles> m_debugFiles;
    ModuleModel m_modules;
    ReportHeader m_header;
    QString m_fileName;
    QString m_step;
    State m_shownState = State::Loading;
};

} // namespace faultline::ui
