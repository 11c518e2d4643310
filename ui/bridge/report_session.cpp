// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_session.h"

#include "ui/bridge/debug_files.h"
#include "ui/bridge/file_facts.h"
#include "ui/bridge/frame_choice.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/frame_registers.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/frame_values.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/session_rows.h"
#include "ui/bridge/stack_graph_rows.h"
#include "ui/bridge/stream_bytes.h"
#include "ui/bridge/stream_fields.h"
#include "ui/bridge/stream_rows.h"
#include "ui/bridge/symbol_finder.h"
#include "ui/bridge/thread_rows.h"
#include "ui/bridge/walk_evidence.h"
#include "ui/models/shown_text.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace faultline::ui {

namespace {

/// A crash inside another file is called by both: names such as "line 25" and "first.dmp" are those
/// of many.
QString nameOf(const std::filesystem::path& path)
{
    std::error_code failed;
    const QString name = toQString(path.filename().string());
    for (auto outer = path.parent_path(); outer.has_relative_path(); outer = outer.parent_path()) {
        if (std::filesystem::is_regular_file(outer, failed))
            //: %1 is a file, %2 a crash in it
            return ReportSession::tr("%1 · %2").arg(
                toQString(outer.filename().string()),
                toQString(path.lexically_relative(outer).string()));
        if (std::filesystem::is_directory(outer, failed))
            break;
    }
    return name;
}

} // namespace

ReportSession::ReportSession(std::unique_ptr<SessionCore> core, QObject* parent)
    : QObject(parent), m_core(std::move(core)),
      m_maker(std::make_unique<RowMaker>([this](SessionRows rows) { take(std::move(rows)); })),
      m_graphs(std::make_unique<StackGraphMaker>()),
      m_values(std::make_unique<FrameValues>(*m_core)),
      m_code(std::make_unique<FrameCode>(*m_core)),
      m_memory(std::make_unique<FrameMemory>(*m_core)),
      m_finder(std::make_unique<SymbolFinder>(*this)),
      m_evidence(std::make_unique<WalkEvidence>(*m_core)),
      m_streamFields(std::make_unique<StreamFields>(*m_core)),
      m_fileFacts(std::make_unique<FileFacts>(*m_core)),
      m_registers(std::make_unique<FrameRegisters>(*m_core)),
      m_debugFiles(std::make_unique<DebugFiles>(*m_core))
{
    connect(m_graphs.get(), &StackGraphMaker::changed, this, &ReportSession::stackGraphChanged);
    m_fileName = nameOf(m_core->path());
    m_header.fileName = m_fileName;
}

ReportSession::~ReportSession()
{
    m_remains.keep(m_stack.frames(), m_stack.allRows(), m_threads.threads(), m_threads.allRows(),
                   std::move(m_countedStack), std::move(m_core));
}

QString ReportSession::path() const
{
    return QString::fromStdString(m_core->path().string());
}

QString ReportSession::fileName() const
{
    return m_fileName;
}

ReportSession::State ReportSession::state() const
{
    if (!m_core->parts().isEmpty())
        return State::Several;
    if (m_core->failure())
        return State::Failed;
    return m_core->hasEvent() ? State::Ready : State::Loading;
}

std::shared_ptr<const Report> ReportSession::report() const
{
    if (!m_core->hasEvent())
        return nullptr;
    return std::make_shared<const Report>(static_cast<const Report&>(m_core->state()));
}

QList<PartRow> ReportSession::parts() const
{
    return m_core->parts();
}

QString ReportSession::failure() const
{
    const auto& failure = m_core->failure();
    return failure ? toQString(failure->detail) : QString();
}

bool ReportSession::isFileMissing() const
{
    const auto& failure = m_core->failure();
    return failure && broadKind(failure->kind) == ErrorKind::NotFound;
}

QString ReportSession::failureSentence() const
{
    const auto& failure = m_core->failure();
    if (!failure)
        return {};
    const auto text = [&failure]() -> QString {
        switch (broadKind(failure->kind)) {
        case ErrorKind::Malformed: return tr("%1 is damaged and cannot be read.");
        case ErrorKind::Unsupported: return tr("%1 is no kind of crash file that Faultline knows.");
        case ErrorKind::NotFound: return tr("%1 is not there.");
        case ErrorKind::PermissionDenied: return tr("%1 may not be read.");
        case ErrorKind::Cancelled: return tr("Opening %1 was cancelled.");
        default: return tr("%1 could not be opened.");
        }
    };
    return text().arg(QStringLiteral("<b>%1</b>").arg(richText(fileName())));
}

bool ReportSession::isOfOtherKind() const
{
    const auto& failure = m_core->failure();
    return failure && broadKind(failure->kind) == ErrorKind::Unsupported;
}

bool ReportSession::isBusy() const
{
    return m_core->isBusy();
}

QString ReportSession::currentThreadName() const
{
    const auto& event = m_core->state().event;
    const bool exists = event && m_thread >= 0 && std::size_t(m_thread) < event->threads.size();
    return exists ? threadName(m_core->state(), std::uint32_t(m_thread)) : QString();
}

void ReportSession::setStep(const QString& step)
{
    if (step == m_step)
        return;
    m_step = step;
    Q_EMIT stepChanged();
}

void ReportSession::refresh()
{
    const auto changes = m_core->takeChanges();
    releaseReplaced();
    if (m_core->hasEvent()) {
        m_maker->due.threads |= changes.event || !changes.stacks.empty();
        m_maker->due.modules |=
            changes.event || !changes.modules.empty() || !changes.stacks.empty();
        if (changes.event)
            refreshStreams();
        selectFirstThread();
        m_maker->due.stack |= changes.stacks.contains(std::uint32_t(m_thread));
        makeRows();
    }
    if (changes.parts)
        Q_EMIT factsChanged();
    if (changes.source) {
        requestSource();
        Q_EMIT sourceChanged();
    }
    takeInspections();
    if (const State now = state(); now != m_shownState) {
        m_shownState = now;
        Q_EMIT stateChanged();
    }
}

/// Makes the rows that are out of date, those of large reports on another thread.
void ReportSession::makeRows()
{
    const ReportState& state = m_core->state();
    if (m_maker->isRunning())
        return;
    RowsInput input{.state = state,
                    .fileName = fileName(),
                    .wish = std::exchange(m_maker->due, {}),
                    .thread = std::uint32_t(std::max(m_thread, 0)),
                    .shown = m_stack.frames(),
                    .entries = m_stack.allRows(),
                    .plan = m_stack.plan(),
                    .joins = m_core->waitingJoins(),
                    .transfers = m_core->transfers() ? *m_core->transfers() : TransferStates()};
    if (input.joins.empty() && !isLarge(state, input.thread))
        return show(makeSessionRows(input));
    Q_EMIT factsChanged();
    if (input.wish.any())
        m_maker->start(std::move(input));
}

/// Takes what the maker made, and lets it go on with what became out of date meanwhile.
void ReportSession::take(SessionRows rows)
{
    m_core->takeJoined(rows.joins);
    show(std::move(rows));
    releaseReplaced();
    if (m_maker->due.any())
        makeRows();
}

void ReportSession::releaseReplaced()
{
    auto replaced = m_core->takeReplaced();
    if (replaced.empty())
        return;
    Remains remains;
    remains.keep(std::move(replaced));
}

void ReportSession::show(SessionRows rows)
{
    Remains replaced;
    replaced.keep(m_threads.threads(), m_threads.allRows(), m_modules.modules(),
                  m_modules.allRows());
    if (rows.threads)
        m_threads.setThreads(*std::move(rows.threads));
    if (rows.locks)
        m_locks.giveRows(*std::move(rows.locks));
    if (rows.modules)
        m_modules.setModules(*std::move(rows.modules));
    if (rows.stack && int(rows.stack->thread) == m_thread) {
        m_isStackCut = false;
        m_countedStack = std::move(rows.stack->source);
        m_framesOfModule = std::move(rows.stack->framesOfModule);
        showStack(std::move(rows.stack->frames), rows.stack->end, &rows.stack->laidOut);
    }
    if (rows.header != m_header) {
        m_header = std::move(rows.header);
        Q_EMIT headerChanged();
    }
    // The last stack may come before the report is complete.
    if (m_header.isComplete)
        takeWantedRow();
    Q_EMIT factsChanged();
}

bool ReportSession::isMakingRows() const
{
    return m_maker->isRunning();
}

void ReportSession::refreshStreams()
{
    m_streams.giveRows(makeStreamRows(*m_core->state().event));
    if (m_stream < 0)
        selectStream(0);
}

QString ReportSession::noStreamsText() const
{
    return m_core->hasEvent() ? ui::noStreamsText(*m_core->state().event) : QString();
}

void ReportSession::selectStream(int stream)
{
    const auto& event = m_core->state().event;
    const NativeEvent* native = event ? event->asNative() : nullptr;
    if (stream == m_stream || !native || stream < 0 ||
        std::size_t(stream) >= native->streams.size())
        return;
    m_stream = stream;
    m_streamBytes = std::make_unique<StreamBytes>(native->streams[std::size_t(stream)].bytes);
    Q_EMIT streamSelected();
}

/// Shows a stack at once, but of a deep one only the top. The other rows follow.
void ReportSession::refreshStack()
{
    constexpr std::size_t kTopFrames = 400;
    const ReportState& state = m_core->state();
    const auto thread = std::uint32_t(m_thread);
    m_isStackCut = isDeep(state, thread);
    if (m_isStackCut)
        return showStack(makeFrameRows(state, thread, kTopFrames), {});
    showStack(makeFrameRows(state, thread), makeStackEnd(state, thread));
}

void ReportSession::completeStack()
{
    if (!std::exchange(m_isStackCut, false))
        return;
    const auto thread = std::uint32_t(m_thread);
    showStack(makeFrameRows(m_core->state(), thread), makeStackEnd(m_core->state(), thread));
}

void ReportSession::showStack(FrameRows frames,
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
        Q_EMIT sourceChanged();
    else
        Q_EMIT frameSelected();
}

void ReportSession::restorePlace(int thread, FrameRow::Key frame)
{
    if (m_thread >= 0)
        return;
    m_wantedThread = thread;
    m_wantedFrame = frame;
}

/// Which threads wait for each other is known after the first stacks, so another thread may become
/// the one to look at, while the user has chosen none.
void ReportSession::selectFirstThread()
{
    if (m_isThreadChosen || m_frameChosen || m_core->state().event->threads.empty())
        return;
    const auto wanted = std::exchange(m_wantedThread, std::nullopt);
    const bool isThere =
        wanted && *wanted >= 0 && std::size_t(*wanted) < m_core->state().event->threads.size();
    if (wanted && !isThere) {
        m_wantedFrame.reset();
        m_wantedRow.reset();
    }
    selectThread(isThere ? *wanted : int(m_core->state().mainThread()));
    m_isThreadChosen = isThere;
}

/// Inlined calls come with the symbols, so the wish stays until its row is there or nothing more
/// can come.
bool ReportSession::takeWantedFrame()
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
    if (exact != frames.end() || (m_core->state().complete && !m_isStackCut))
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

void ReportSession::selectRow(std::optional<int> thread, int row)
{
    m_wantedFrame.reset();
    m_wantedRow = WantedRow{.thread = thread, .row = row};
    if (m_thread < 0) {
        m_wantedThread = thread;
        return;
    }
    selectThread(thread.value_or(int(m_core->state().mainThread())));
    takeWantedRow();
}

bool ReportSession::takeWantedRow()
{
    const auto& state = m_core->state();
    if (!m_wantedRow || m_thread != m_wantedRow->thread.value_or(int(state.mainThread())))
        return false;
    const int row = m_wantedRow->row;
    const bool isFinal = m_header.isComplete && !m_isStackCut;
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

void ReportSession::setFrame(std::optional<FrameRow::Key> frame)
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

void ReportSession::selectThread(int thread)
{
    const auto& event = m_core->state().event;
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
    m_maker->due.stack |= m_isStackCut;
    if (m_maker->due.stack)
        makeRows();
}

void ReportSession::selectFrame(FrameRow::Key frame)
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

void ReportSession::selectFirst()
{
    setFrame(bestFrame(m_stack.frames()));
    requestSource();
    Q_EMIT frameSelected();
}

void ReportSession::selectCrash()
{
    if (!m_core->hasEvent())
        return;
    selectThread(int(m_core->state().mainThread()));
    m_frameChosen = false;
    selectFirst();
}

/// The caller of a frame may be folded away. Its fold opens, because no other frame is the caller.
void ReportSession::stepFrame(int direction)
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

void ReportSession::stepInAppFrame(int direction)
{
    const FrameRows& frames = m_stack.frames();
    const auto isCurrent = [this](const auto& frame) { return frame->frameKey == m_frame; };
    const auto at = m_frame ? std::ranges::find_if(frames, isCurrent) - frames.begin() : -1;
    for (auto next = at + direction; next >= 0 && next < frames.size(); next += direction) {
        if (frames.at(next)->isInApp)
            return selectFrame(frames.at(next)->frameKey);
    }
}

void ReportSession::stepThread(int direction)
{
    const auto row = m_threads.rowOf(m_thread);
    if (!row)
        return;
    if (const auto next = m_threads.threadBeside(*row, direction))
        selectThread(*next);
}

} // namespace faultline::ui
