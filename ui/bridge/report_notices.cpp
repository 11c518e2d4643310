// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_notices.h"

#include "ui/bridge/module_rows.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/models/shown_text.h"

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

QList<ReportNotice> makeNotices(const SessionCore& core)
{
    QList<ReportNotice> notices;
    const ReportState& state = core.state();
    if (const QString damage = damageOf(state); !damage.isEmpty())
        notices.append({ReportNotice::Kind::Damaged, damage, -1});
    if (const QString hang = hangText(state); !hang.isEmpty())
        notices.append({ReportNotice::Kind::Hang, hang, -1});
    if (state.isStopped)
        notices.append(
            {ReportNotice::Kind::Stopped,
             ReportSession::tr("Stopped by you. The stack shows what was known until then."), -1});
    if (!state.failure.empty())
        notices.append({ReportNotice::Kind::Failed,
                        ReportSession::tr("The stack shows only what this machine knows. %1")
                            .arg(toQString(state.failure)),
                        -1});
    for (std::uint32_t i = 0; i < state.modules.size(); ++i) {
        if (!core.isLocated(i) || !state.modules[i] || !state.modules[i]->wrongBuild)
            continue;
        notices.append({ReportNotice::Kind::WrongBuild,
                        ReportSession::tr(
                            "The file you chose for %1 is of another build. Its names are guesses.")
                            .arg(moduleName(state.event->modules[i])),
                        int(i)});
    }
    return notices;
}

} // namespace faultline::ui
