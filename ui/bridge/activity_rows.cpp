// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/activity_rows.h"

#include "core/engine/text.h"
#include "ui/bridge/detail_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ActivityRows)
};

QString size(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

QString amountText(const engine::TransferProgress& transfer)
{
    if (transfer.totalBytes == 0)
        return transfer.receivedBytes ? size(transfer.receivedBytes) : QString();
    return Words::tr("%1 of %2").arg(size(transfer.receivedBytes), size(transfer.totalBytes));
}

QString transferState(engine::TransferProgress::State state)
{
    switch (state) {
    case engine::TransferProgress::State::Queued: return Words::tr("queued");
    case engine::TransferProgress::State::Connecting: return Words::tr("connecting");
    case engine::TransferProgress::State::Downloading: return Words::tr("downloading");
    case engine::TransferProgress::State::Paused: return Words::tr("paused");
    case engine::TransferProgress::State::Unpacking: return Words::tr("unpacking");
    case engine::TransferProgress::State::Done: return Words::tr("done");
    case engine::TransferProgress::State::Failed: return Words::tr("failed");
    case engine::TransferProgress::State::Cancelled: return Words::tr("cancelled");
    case engine::TransferProgress::State::Skipped: return Words::tr("not asked");
    }
    return {};
}

/// The engine's steps; one that is not known here is shown in its words.
QString stepText(const std::string& step)
{
    if (step == "reading")
        return Words::tr("reading");
    if (step == "walking")
        return Words::tr("walking");
    if (step == "fetching symbols")
        return Words::tr("fetching symbols");
    if (step == "symbolicating")
        return Words::tr("symbolicating");
    if (step == "asking the server")
        return Words::tr("waiting for the server");
    return toQString(step);
}

ActivityRow::State rowState(engine::TransferProgress::State state)
{
    switch (state) {
    case engine::TransferProgress::State::Done: return ActivityRow::State::Done;
    case engine::TransferProgress::State::Failed: return ActivityRow::State::Failed;
    case engine::TransferProgress::State::Cancelled:
    case engine::TransferProgress::State::Skipped: return ActivityRow::State::Cancelled;
    default: return ActivityRow::State::Running;
    }
}

void setTimeLeft(ActivityRow& row, const engine::TransferProgress& transfer)
{
    if (row.state != ActivityRow::State::Running || row.isPaused || transfer.bytesPerSecond == 0 ||
        transfer.totalBytes <= transfer.receivedBytes)
        return;
    const auto left = transfer.totalBytes - transfer.receivedBytes;
    row.secondsLeft = qint64((left + transfer.bytesPerSecond - 1) / transfer.bytesPerSecond);
    row.timeLeft = durationText(std::uint64_t(row.secondsLeft));
}

} // namespace

ActivityRow makeActivityRow(const engine::TransferProgress& transfer)
{
    ActivityRow row;
    row.id = {.kind = ActivityRow::Kind::Transfer, .id = transfer.transfer};
    row.state = rowState(transfer.state);
    row.isPaused = transfer.state == engine::TransferProgress::State::Paused;
    row.what = toQString(transfer.location).section(u'/', -1);
    row.subject = toQString(baseName(transfer.module));
    row.stateText = transferState(transfer.state);
    row.amount = amountText(transfer);
    row.bytesPerSecond = transfer.bytesPerSecond;
    if (row.state == ActivityRow::State::Running && transfer.bytesPerSecond > 0)
        row.rate = Words::tr("%1/s").arg(size(transfer.bytesPerSecond));
    setTimeLeft(row, transfer);
    row.location = toQString(transfer.source) + QStringLiteral(": ") + toQString(transfer.location);
    row.result = transfer.state == engine::TransferProgress::State::Skipped
                     ? Words::tr("offline mode is on")
                     : toQString(transfer.result);
    if (transfer.totalBytes > 0)
        row.fraction = double(transfer.receivedBytes) / double(transfer.totalBytes);
    return row;
}

ActivityRow makeActivityRow(const engine::JobProgress& job, const QString& report)
{
    ActivityRow row;
    row.id = {.kind = ActivityRow::Kind::Job, .id = std::uint64_t(job.job)};
    row.what = Words::tr("Symbolicate");
    row.subject = report;
    row.stateText = stepText(job.step);
    if (job.done > 0 && job.total > 0) { // A step of which nothing is counted stays at 0.
        row.amount = Words::tr("%1 of %2").arg(job.done).arg(job.total);
        row.fraction = double(job.done) / job.total;
    }
    return row;
}

ActivityRow finishedRow(ActivityRow row, const Result<void>& outcome)
{
    row.rate.clear();
    row.timeLeft.clear();
    row.secondsLeft = -1;
    if (outcome) {
        row.state = ActivityRow::State::Done;
        row.stateText = Words::tr("done");
        row.fraction = 1;
        row.amount.clear(); // The last step's count says nothing about the whole.
        return row;
    }
    const bool cancelled = outcome.error().kind == ErrorKind::Cancelled;
    row.state = cancelled ? ActivityRow::State::Cancelled : ActivityRow::State::Failed;
    row.stateText = cancelled ? Words::tr("cancelled") : Words::tr("failed");
    row.result = toQString(outcome.error().detail);
    return row;
}

} // namespace faultline::ui
