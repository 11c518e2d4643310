#include "ui/bridge/report_session.h"

#include "ui/bridge/detail_rows.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/header_rows.h"
#include "ui/bridge/module_rows.h"
#include "ui/bridge/register_rows.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/source_documents.h"
#include "ui/bridge/stream_bytes.h"
#include "ui/bridge/stream_rows.h"
#include "ui/bridge/thread_rows.h"
#include "ui/bridge/why.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::ui {

namespace {

/// Chooses among the rows of one physical frame: its own row, unless only an inlined call is the
/// program's own code.
FrameRow::Key bestRow(FrameRows::const_iterator begin, FrameRows::const_iterator end)
{
    const auto physical = std::prev(end);
    if ((*physical)->isOwnCode)
        return (*physical)->frameKey;
    const auto own = std::find_if(begin, end, [](const auto& frame) { return frame->isOwnCode; });
    return own == end ? (*physical)->frameKey : (*own)->frameKey;
}

} // namespace

ReportSession::ReportSession(std::unique_ptr<SessionCore> core, QObject* parent)
    : QObject(parent), m_core(std::move(core))
{
    m_header.fileName = fileName();
}

ReportSession::~ReportSession() = default;

QString ReportSession::path() const
{
    return QString::fromStdString(m_core->path().string());
}

QString ReportSession::fileName() const
{
    return toQString(m_core->path().filename().string());
}

ReportSession::State ReportSession::state() const
{
    if (m_core->failure())
        return m_core->parts().empty() ? State::Failed : State::Several;
    return m_core->hasEvent() ? State::Ready : State::Loading;
}

QList<PartRow> ReportSession::parts() const
{
    QList<PartRow> rows;
    for (const std::string& part : m_core->parts())
        rows.append({toQString(part), path() + u'/' + QString::fromStdString(part)});
    return rows;
}

QString ReportSession::failure() const
{
    return m_core->failure() ? toQString(m_core->failure()->detail) : QString();
}

QString ReportSession::failureSentence() const
{
    const auto text = [this]() -> QString {
        switch (m_core->failure()->kind) {
        case ErrorKind::Malformed: return tr("%1 is damaged and cannot be read.");
        case ErrorKind::Unsupported: return tr("%1 is no kind of crash file that Faultline knows.");
        case ErrorKind::NotFound: return tr("%1 is not there.");
        case ErrorKind::PermissionDenied: return tr("%1 may not be read.");
        case ErrorKind::Cancelled: return tr("Opening %1 was cancelled.");
        default: return tr("%1 could not be opened.");
        }
    };
    return m_core->failure()
               ? text().arg(QStringLiteral("<b>%1</b>").arg(fileName().toHtmlEscaped()))
               : QString();
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
    if (m_core->hasEvent()) {
        if (changes.event || !changes.stacks.empty())
            refreshThreads();
        if (changes.event || !changes.modules.empty() || !changes.stacks.empty())
            refreshModules();
        if (changes.event)
            refreshStreams();
        if (m_thread < 0)
            selectFirstThread();
        else if (changes.stacks.contains(std::uint32_t(m_thread)))
            refreshStack();
        refreshHeader();
        Q_EMIT factsChanged();
    }
    if (changes.source) {
        requestSource();
        Q_EMIT sourceChanged();
    }
    if (const State now = state(); now != m_shownState) {
        m_shownState = now;
        Q_EMIT stateChanged();
    }
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
    if (stream == m_stream || !event || stream < 0 ||
        std::size_t(stream) >= event->native().streams.size())
        return;
    m_stream = stream;
    m_streamBytes =
        std::make_unique<StreamBytes>(event->native().streams[std::size_t(stream)].bytes);
    Q_EMIT streamSelected();
}

void ReportSession::refreshThreads()
{
    const auto& state = m_core->state();
    QList<ThreadRow> rows;
    for (std::uint32_t i = 0; i < state.event->threads.size(); ++i)
        rows.append(makeThreadRow(state, i));
    m_threads.setThreads(std::move(rows));
}

void ReportSession::refreshModules()
{
    const auto& state = m_core->state();
    QList<ModuleRow> rows;
    for (std::uint32_t i = 0; i < state.event->modules.size(); ++i)
        rows.append(makeModuleRow(state, i));
    markModulesOfStack(rows, state);
    m_modules.setModules(std::move(rows));
}

void ReportSession::refreshStack()
{
    const auto thread = std::uint32_t(m_thread);
    m_stack.setFrames(makeFrameRows(m_core->state(), thread),
                      makeStackEnd(m_core->state(), thread));
    if (takeWantedFrame())
        return;
    const auto followed = followedFrame();
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

void ReportSession::selectFirstThread()
{
    const auto wanted = std::exchange(m_wantedThread, std::nullopt);
    const bool isThere =
        wanted && *wanted >= 0 && std::size_t(*wanted) < m_core->state().event->threads.size();
    if (wanted && !isThere)
        m_wantedFrame.reset();
    selectThread(isThere ? *wanted : int(m_core->state().mainThread()));
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
        return row->frameKey == FrameRow::Key{wanted.physicalIndex, 0};
    });
    if (exact != frames.end() || m_core->state().complete)
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

/// Returns the key that the current physical frame has now. Nothing is returned when the frame is
/// gone, or when nobody chose it and it is not the program's own code: then a better one may have
/// come.
std::optional<FrameRow::Key> ReportSession::followedFrame() const
{
    if (!m_frame || !m_shownFrame)
        return std::nullopt;
    const FrameRow& shown = *m_shownFrame;
    const auto isSamePlace = [&shown](const auto& frame) {
        return frame->address == shown.address && frame->stackPointer == shown.stackPointer;
    };
    const auto hasKey = [this](const auto& frame) {
        return frame->frameKey.physicalIndex == m_frame->physicalIndex;
    };
    const FrameRows& frames = m_stack.frames();
    // Frames that the file brings have no stack pointer; in a recursion only the index tells them
    // apart.
    auto found = std::ranges::find_if(
        frames, [&](const auto& frame) { return hasKey(frame) && isSamePlace(frame); });
    if (found == frames.end())
        found = std::ranges::find_if(frames, isSamePlace);
    // A better walk may find another stack pointer for the frame that the user chose.
    if (found == frames.end() && m_frameChosen)
        found = std::ranges::find_if(frames, hasKey);
    if (found == frames.end())
        return std::nullopt;
    const auto physical = (*found)->frameKey.physicalIndex;
    const auto isOfFrame = [physical](const auto& frame) {
        return frame->frameKey.physicalIndex == physical;
    };
    const auto begin = std::ranges::find_if(frames, isOfFrame);
    const auto end = std::ranges::find_if_not(begin, frames.end(), isOfFrame);
    if (!m_frameChosen) {
        if (std::none_of(begin, end, [](const auto& frame) { return frame->isOwnCode; }))
            return std::nullopt;
        return bestRow(begin, end);
    }
    const FrameRow::Key same{physical, m_frame->inlineDepth};
    const bool isThere =
        std::any_of(begin, end, [same](const auto& frame) { return frame->frameKey == same; });
    return isThere ? same : FrameRow::Key{physical, 0};
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

void ReportSession::refreshHeader()
{
    const ReportHeader header = makeReportHeader(m_core->state(), fileName());
    if (header == m_header)
        return;
    m_header = header;
    Q_EMIT headerChanged();
}

void ReportSession::selectThread(int thread)
{
    const auto& event = m_core->state().event;
    if (!event || thread < 0 || std::size_t(thread) >= event->threads.size() || thread == m_thread)
        return;
    m_thread = thread;
    setFrame(std::nullopt);
    m_frameChosen = false;
    m_stack.clear();
    refreshStack();
    Q_EMIT threadSelected();
}

void ReportSession::selectFrame(FrameRow::Key frame)
{
    m_frameChosen = true;
    m_wantedFrame.reset();
    if (m_frame == frame)
        return;
    setFrame(frame);
    requestSource();
    Q_EMIT frameSelected();
}

/// Prefers the first physical frame with the program's own code, in its own row or in an inlined
/// one; then any frame of the program, then the innermost frame.
std::optional<FrameRow::Key> ReportSession::bestFrame() const
{
    const FrameRows& frames = m_stack.frames();
    if (frames.isEmpty())
        return std::nullopt;
    auto found = std::ranges::find_if(frames, [](const auto& frame) { return frame->isOwnCode; });
    if (found == frames.end())
        found = std::ranges::find_if(frames, [](const auto& frame) { return frame->isInApp; });
    if (found == frames.end())
        found = frames.begin();
    const auto physical = (*found)->frameKey.physicalIndex;
    const auto isOfFrame = [physical](const auto& frame) {
        return frame->frameKey.physicalIndex == physical;
    };
    const auto begin = std::ranges::find_if(frames, isOfFrame);
    return bestRow(begin, std::ranges::find_if_not(begin, frames.end(), isOfFrame));
}

void ReportSession::selectFirst()
{
    setFrame(bestFrame());
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

void ReportSession::stepFrame(int direction)
{
    const auto row = m_frame ? m_stack.rowOf(*m_frame) : std::nullopt;
    const int step =
        m_stack.options().order == StackOptions::Order::NewestFirst ? direction : -direction;
    for (int next = row.value_or(-step) + step; next >= 0 && next < m_stack.rowCount();
         next += step) {
        if (const FrameRow* frame = m_stack.frameAt(next))
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
    if (const ThreadEntry* next = m_threads.rowAt(*row + direction))
        selectThread(next->thread.index);
}

QList<RegisterRow> ReportSession::registers() const
{
    if (m_thread < 0 || !m_frame)
        return {};
    return makeRegisterRows(m_core->state(), std::uint32_t(m_thread), m_frame->physicalIndex);
}

QList<DetailRow> ReportSession::details() const
{
    return makeDetailRows(m_core->state());
}

WhyReport ReportSession::why() const
{
    if (m_thread < 0 || !m_frame)
        return {};
    const Frame* frame = findFrame(m_core->state(), std::uint32_t(m_thread), *m_frame);
    return frame ? withChoices(explainFrame(m_core->state(), std::uint32_t(m_thread), *frame,
                                            m_core->sourceCount()))
                 : WhyReport{};
}

/// Offers what only this session can do: go on after a stop, and forget a file that the user chose.
WhyReport ReportSession::withChoices(WhyReport why) const
{
    if (why.code == QLatin1String("stopped"))
        std::ranges::replace(why.actions, WhyReport::Action::Retry, WhyReport::Action::Resume);
    if (why.code == QLatin1String("wrong_build") &&
        m_core->isLocated(std::uint32_t(why.moduleIndex)))
        why.actions.prepend(WhyReport::Action::ForgetFile);
    return why;
}

WhyReport ReportSession::whyModule(int module) const
{
    const auto& event = m_core->state().event;
    if (!event || module < 0 || std::size_t(module) >= event->modules.size())
        return {};
    return withChoices(
        explainModule(m_core->state(), std::uint32_t(module), m_core->sourceCount()));
}

SourceDocument ReportSession::source() const
{
    SourceDocument none;
    none.state = SourceDocument::State::NoFrame;
    if (m_thread < 0 || !m_frame)
        return none;
    const Frame* frame = findFrame(m_core->state(), std::uint32_t(m_thread), *m_frame);
    if (!frame)
        return none;
    return makeSourceDocument(m_core->state(), std::uint32_t(m_thread), *m_frame,
                              m_core->source(sourcePath(*frame)));
}

void ReportSession::requestSource()
{
    if (m_thread < 0 || !m_frame)
        return;
    const Frame* frame = findFrame(m_core->state(), std::uint32_t(m_thread), *m_frame);
    if (!frame || !frame->module || frame->position.line.value_or(0) == 0)
        return;
    if (const std::string path = sourcePath(*frame); !path.empty())
        m_core->requestSource(*frame->module, path);
}

} // namespace faultline::ui
