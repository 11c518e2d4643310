#pragma once

#include "ui/models/byte_source.h"
#include "ui/models/frame_row.h"
#include "ui/models/module_model.h"
#include "ui/models/part_model.h"
#include "ui/models/register_model.h"
#include "ui/models/report_header.h"
#include "ui/models/source_document.h"
#include "ui/models/stack_model.h"
#include "ui/models/stream_model.h"
#include "ui/models/thread_model.h"
#include "ui/models/why_report.h"

#include <QObject>

#include <memory>
#include <optional>

namespace faultline::ui {

class SessionCore;

/// One opened report as views see it: models, current thread and frame, and everything derived from
/// them. Lives on the GUI thread; owned by WorkbenchBridge. Views never see engine types.
class ReportSession final : public QObject
{
    Q_OBJECT

public:
    /// Several: the file holds more than one crash file; parts() names them.
    enum class State { Loading, Ready, Failed, Several };

    explicit ReportSession(std::unique_ptr<SessionCore> core, QObject* parent = nullptr);
    ~ReportSession() override;

    QString path() const;
    QString fileName() const;
    State state() const;
    /// The exact reason why the file could not be opened.
    QString failure() const;
    QList<PartRow> parts() const;
    /// The same for people, naming the file in <b>.
    QString failureSentence() const;

    /// What is being done: "walking 3 of 17"; empty when idle.
    QString step() const { return m_step; }

    bool isBusy() const;

    const ReportHeader& header() const { return m_header; }

    ThreadModel& threads() { return m_threads; }

    StackModel& stack() { return m_stack; }

    ModuleModel& modules() { return m_modules; }

    StreamModel& streams() { return m_streams; }

    /// Why there are none: a sentence. Empty until the file has been read.
    QString noStreamsText() const;

    int currentThread() const { return m_thread; }

    std::optional<FrameRow::Key> currentFrame() const { return m_frame; }

    QString currentThreadName() const;

    void selectThread(int thread);
    void selectFrame(FrameRow::Key frame);
    void selectStream(int stream);

    int currentStream() const { return m_stream; }

    /// Of the current stream; null when there is none.
    ByteSource* streamBytes() const { return m_streamBytes.get(); }

    /// Crashed thread, first frame that tells something.
    void selectCrash();
    /// One shown frame towards the caller (+1) or the callee (-1).
    void stepFrame(int direction);
    void stepInAppFrame(int direction);
    void stepThread(int direction);

    QList<RegisterRow> registers() const;
    QList<DetailRow> details() const;
    /// Why the current frame is as it is.
    WhyReport why() const;
    WhyReport whyModule(int module) const;
    SourceDocument source() const;
    /// The current thread's stack as it is shown; empty until the file has been read.
    QString stackAsText() const;
    QString stackAsMarkdown() const;
    QString stackAsJson() const;

    /// Looks again for everything that failed, past remembered misses.
    void retry();
    /// Loads the files of every module into the caches, whether a frame needs them now or not.
    void fetchAll();
    void locateFile(int module, const QString& file);
    void cancel();

    /// For the bridge: applies what arrived since the last call.
    SessionCore& core() { return *m_core; }

    void refresh();
    void setStep(const QString& step);

Q_SIGNALS:
    void stateChanged();
    void headerChanged();
    void stepChanged();
    void threadSelected();
    void frameSelected();
    /// Modules, registers, details or explanations differ.
    void factsChanged();
    void sourceChanged();
    void streamSelected();

private:
    void refreshThreads();
    void refreshModules();
    void refreshStreams();
    void refreshStack();
    void refreshHeader();
    void selectFirst();
    std::optional<FrameRow::Key> bestFrame() const;
    void requestSource();

    std::unique_ptr<SessionCore> m_core;
    ThreadModel m_threads;
    StackModel m_stack;
    ModuleModel m_modules;
    StreamModel m_streams;
    std::unique_ptr<ByteSource> m_streamBytes;
    ReportHeader m_header;
    QString m_step;
    State m_shownState = State::Loading;
    int m_thread = -1;
    int m_stream = -1;
    std::optional<FrameRow::Key> m_frame;
    bool m_frameChosen = false; ///< By the user: then no better first frame is looked for.
};

} // namespace faultline::ui
