// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/module_rows.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/stack_copy.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace faultline::ui {

namespace {

/// What could not be read of the file as a sentence; empty when nothing is missing.
QString damageOf(const ReportState& state)
{
    if (!state.event)
        return {};
    const auto isLoss = [](const Diagnostic& each) {
        return each.severity != Diagnostic::Severity::Note;
    };
    const auto& all = state.event->diagnostics;
    const auto first = std::ranges::find_if(all, isLoss);
    if (first == all.end())
        return {};
    const auto others = int(std::ranges::count_if(all, isLoss)) - 1;
    const QString text =
        ReportSession::tr("The file is damaged or cut off. %1").arg(toQString(first->text));
    return others > 0 ? text + u' ' + ReportSession::tr("(%n more)", nullptr, others) : text;
}

/// The first finding that explains why the program stood still; empty without one, and after a
/// crash.
QString hangText(const ReportState& state)
{
    if (!state.waits || state.hasCrashed())
        return {};
    for (const WaitFinding& finding : state.waits->findings) {
        switch (finding.kind) {
        case WaitFindingKind::Deadlock:
            return ReportSession::tr("Threads of this report wait for each other.");
        case WaitFindingKind::SelfDeadlock:
            return ReportSession::tr("A thread of this report waits for a lock that it holds.");
        case WaitFindingKind::PossibleDeadlock:
            return ReportSession::tr("Threads of this report may wait for each other.");
        case WaitFindingKind::HeldByGoneThread:
            return ReportSession::tr("A thread waits for a lock of a thread that has ended.");
        case WaitFindingKind::Convoy:
        case WaitFindingKind::HolderWaitsOutside: break;
        }
    }
    return {};
}

} // namespace

QString ReportSession::stackAsText()
{
    if (m_thread < 0)
        return {};
    completeStack();
    return copyAsText(m_core->state(), shownStack(m_stack, std::uint32_t(m_thread)));
}

QString ReportSession::stackAsMarkdown()
{
    if (m_thread < 0)
        return {};
    completeStack();
    return copyAsMarkdown(m_core->state(), shownStack(m_stack, std::uint32_t(m_thread)), m_header);
}

QString ReportSession::stackAsJson()
{
    if (m_thread < 0)
        return {};
    completeStack();
    return copyAsJson(m_core->state(), shownStack(m_stack, std::uint32_t(m_thread)), m_header);
}

void ReportSession::retry()
{
    if (!m_core->hasEvent()) {
        m_core->open();
        refresh();
        return;
    }
    m_core->forgetMissingSources();
    symbolicate::SymbolicateOptions options;
    options.retryFailed = true;
    m_core->symbolicate(std::move(options));
    Q_EMIT factsChanged();
}

void ReportSession::retrySources()
{
    m_core->forgetMissingSources();
    requestSource();
    Q_EMIT sourceChanged();
}

void ReportSession::fetchAll()
{
    symbolicate::SymbolicateOptions options;
    options.fetchAllModules = true;
    m_core->symbolicate(std::move(options));
    Q_EMIT factsChanged();
}

QString ReportSession::fileOfModule(int module) const
{
    const auto known = report();
    if (!known || module < 0 || std::size_t(module) >= known->modules.size() ||
        !known->modules[std::size_t(module)])
        return {};
    QString found;
    for (const Candidate& candidate : known->modules[std::size_t(module)]->candidates) {
        QString path = toQString(candidate.location);
        if (const QUrl url(path); url.isLocalFile())
            path = url.toLocalFile();
        if (candidate.download != DownloadStatus::Ok || !QDir::isAbsolutePath(path) ||
            !QFileInfo(path).isFile())
            continue;
        if (candidate.features.hasDebugInfo)
            return path;
        found = found.isEmpty() ? path : found;
    }
    return found;
}

void ReportSession::locateFile(int module, const QString& file)
{
    if (module < 0 || file.isEmpty())
        return;
    m_core->locate(std::uint32_t(module), file.toStdString());
    Q_EMIT factsChanged();
}

void ReportSession::forgetFile(int module)
{
    m_core->forgetFile(std::uint32_t(module));
    Q_EMIT factsChanged();
}

void ReportSession::resume()
{
    if (!m_core->hasEvent())
        return retry();
    m_core->symbolicate({});
    Q_EMIT factsChanged();
}

QList<ReportNotice> ReportSession::notices() const
{
    QList<ReportNotice> notices;
    const ReportState& state = m_core->state();
    if (const QString damage = damageOf(state); !damage.isEmpty())
        notices.append({ReportNotice::Kind::Damaged, damage, -1});
    if (const QString hang = hangText(state); !hang.isEmpty())
        notices.append({ReportNotice::Kind::Hang, hang, -1});
    if (state.isStopped)
        notices.append({ReportNotice::Kind::Stopped,
                        tr("Stopped by you. The stack shows what was known until then."), -1});
    if (!state.failure.empty())
        notices.append(
            {ReportNotice::Kind::Failed,
             tr("The stack shows only what this machine knows. %1").arg(toQString(state.failure)),
             -1});
    for (std::uint32_t i = 0; i < state.modules.size(); ++i) {
        if (!m_core->isLocated(i) || !state.modules[i] || !state.modules[i]->wrongBuild)
            continue;
        notices.append({ReportNotice::Kind::WrongBuild,
                        tr("The file you chose for %1 is of another build. Its names are guesses.")
                            .arg(moduleName(state.event->modules[i])),
                        int(i)});
    }
    return notices;
}

void ReportSession::cancel()
{
    m_core->cancel();
}

} // namespace faultline::ui
