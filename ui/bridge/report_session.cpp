// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_session.h"

#include "ui/bridge/debug_files.h"
#include "ui/bridge/file_facts.h"
#include "ui/bridge/file_streams.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/frame_registers.h"
#include "ui/bridge/frame_values.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/session_rows.h"
#include "ui/bridge/symbol_finder.h"
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

OpenFailure::Kind failureKind(const Error& error)
{
    using Kind = OpenFailure::Kind;
    switch (broadKind(error.kind)) {
    case ErrorKind::Malformed: return Kind::Damaged;
    case ErrorKind::Unsupported: return Kind::OtherKind;
    case ErrorKind::NotFound: return Kind::Missing;
    case ErrorKind::PermissionDenied: return Kind::Denied;
    case ErrorKind::Cancelled: return Kind::Cancelled;
    default: return Kind::Other;
    }
}

QString failureSentence(OpenFailure::Kind kind)
{
    using Kind = OpenFailure::Kind;
    switch (kind) {
    case Kind::Damaged: return ReportSession::tr("%1 is damaged and cannot be read.");
    case Kind::OtherKind:
        return ReportSession::tr("%1 is no kind of crash file that Faultline knows.");
    case Kind::Missing: return ReportSession::tr("%1 is not there.");
    case Kind::Denied: return ReportSession::tr("%1 may not be read.");
    case Kind::Cancelled: return ReportSession::tr("Opening %1 was cancelled.");
    case Kind::Other: break;
    }
    return ReportSession::tr("%1 could not be opened.");
}

} // namespace

ReportSession::ReportSession(std::unique_ptr<SessionCore> core, QObject* parent)
    : QObject(parent), m_core(std::move(core)),
      m_maker(std::make_unique<RowMaker>([this](SessionRows rows) { take(std::move(rows)); })),
      m_place(std::make_unique<StackPlace>(*m_core, m_threads, this)),
      m_waits(std::make_unique<ThreadWaits>(*m_core, *m_place, this)),
      m_values(std::make_unique<FrameValues>(*m_core, this)),
      m_code(std::make_unique<FrameCode>(*m_core, this)),
      m_memory(std::make_unique<FrameMemory>(*m_core, this)),
      m_finder(std::make_unique<SymbolFinder>(*this, this)),
      m_evidence(std::make_unique<WalkEvidence>(*m_core, this)),
      m_streams(std::make_unique<FileStreams>(*m_core, this)),
      m_fileFacts(std::make_unique<FileFacts>(*m_core, this)),
      m_registers(std::make_unique<FrameRegisters>(*m_core, this)),
      m_debugFiles(std::make_unique<DebugFiles>(*m_core, this))
{
    m_threads.setParent(this);
    m_modules.setParent(this);
    connect(m_place.get(), &StackPlace::frameUpdated, this, &ReportSession::sourceChanged);
    connect(m_place.get(), &StackPlace::rowsWanted, this, [this] {
        m_maker->due.stack = true;
        makeRows();
    });
    m_fileName = nameOf(m_core->path());
    m_header.fileName = m_fileName;
}

ReportSession::~ReportSession()
{
    m_remains.keep(m_threads.threads(), m_threads.allRows(), std::move(m_core));
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

std::optional<OpenFailure> ReportSession::failure() const
{
    const auto& failure = m_core->failure();
    if (!failure)
        return std::nullopt;
    const auto kind = failureKind(*failure);
    return OpenFailure{.kind = kind,
                       .sentence = failureSentence(kind).arg(
                           QStringLiteral("<b>%1</b>").arg(richText(fileName()))),
                       .detail = toQString(failure->detail)};
}

void ReportSession::letGo(const QObject* receiver) const
{
    disconnect(receiver);
    for (const QObject* part : findChildren<QObject*>())
        part->disconnect(receiver);
}

bool ReportSession::isBusy() const
{
    return m_core->isBusy();
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
            m_streams->refresh();
        m_place->selectFirstThread();
        m_maker->due.stack |= changes.stacks.contains(std::uint32_t(m_place->currentThread()));
        makeRows();
    }
    if (changes.parts)
        Q_EMIT factsChanged();
    if (changes.source) {
        m_place->requestSource();
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
                    .thread = std::uint32_t(std::max(m_place->currentThread(), 0)),
                    .shown = stack().frames(),
                    .entries = stack().allRows(),
                    .plan = stack().plan(),
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
        m_waits->locks().giveRows(*std::move(rows.locks));
    if (rows.modules)
        m_modules.setModules(*std::move(rows.modules));
    if (rows.stack)
        m_place->take(*std::move(rows.stack));
    if (rows.header != m_header) {
        m_header = std::move(rows.header);
        Q_EMIT headerChanged();
    }
    if (m_header.isComplete)
        m_place->takeEnd();
    Q_EMIT factsChanged();
}

bool ReportSession::isMakingRows() const
{
    return m_maker->isRunning();
}

} // namespace faultline::ui
