#include "ui/bridge/activity_rows.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

namespace faultline::ui {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("ActivityRows", source);
}

QString size(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

QString amountText(const engine::TransferProgress& transfer)
{
    if (transfer.totalBytes == 0)
        return transfer.receivedBytes ? size(transfer.receivedBytes) : QString();
    return tr("%1 of %2").arg(size(transfer.receivedBytes), size(transfer.totalBytes));
}

QString transferState(engine::TransferProgress::State state)
{
    switch (state) {
    case engine::TransferProgress::State::Queued: return tr("queued");
    case engine::TransferProgress::State::Connecting: return tr("connecting");
    case engine::TransferProgress::State::Downloading: return tr("downloading");
    case engine::TransferProgress::State::Paused: return tr("paused");
    case engine::TransferProgress::State::Unpacking: return tr("unpacking");
    case engine::TransferProgress::State::Done: return tr("done");
    case engine::TransferProgress::State::Failed: return tr("failed");
    case engine::TransferProgress::State::Cancelled: return tr("cancelled");
    }
    return {};
}

ActivityRow::State rowState(engine::TransferProgress::State state)
{
    switch (state) {
    case engine::TransferProgress::State::Done: return ActivityRow::State::Done;
    case engine::TransferProgress::State::Failed: return ActivityRow::State::Failed;
    case engine::TransferProgress::State::Cancelled: return ActivityRow::State::Cancelled;
    default: return ActivityRow::State::Running;
    }
}

} // namespace

ActivityRow makeActivityRow(const engine::TransferProgress& transfer)
{
    ActivityRow row;
    row.id = {ActivityRow::Kind::Transfer, transfer.transfer};
    row.state = rowState(transfer.state);
    row.what = toQString(transfer.location).section(u'/', -1);
    row.subject = toQString(transfer.module);
    row.stateText = transferState(transfer.state);
    row.amount = amountText(transfer);
    row.bytesPerSecond = transfer.bytesPerSecond;
    if (row.state == ActivityRow::State::Running && transfer.bytesPerSecond > 0)
        row.rate = tr("%1/s").arg(size(transfer.bytesPerSecond));
    row.location = toQString(transfer.source) + QStringLiteral(": ") + toQString(transfer.location);
    row.result = toQString(transfer.result);
    if (transfer.totalBytes > 0)
        row.fraction = double(transfer.receivedBytes) / double(transfer.totalBytes);
    return row;
}

ActivityRow makeActivityRow(const engine::JobProgress& job, const QString& report)
{
    ActivityRow row;
    row.id = {ActivityRow::Kind::Job, std::uint64_t(job.job)};
    row.what = tr("Symbolicate");
    row.subject = report;
    row.stateText = toQString(job.step);
    if (job.total > 0) {
        row.amount = tr("%1 of %2").arg(job.done).arg(job.total);
        row.fraction = double(job.done) / job.total;
    }
    return row;
}

ActivityRow finishedRow(ActivityRow row, const Result<void>& outcome)
{
    row.rate.clear();
    if (outcome) {
        row.state = ActivityRow::State::Done;
        row.stateText = tr("done");
        row.fraction = 1;
        return row;
    }
    const bool cancelled = outcome.error().kind == ErrorKind::Cancelled;
    row.state = cancelled ? ActivityRow::State::Cancelled : ActivityRow::State::Failed;
    row.stateText = cancelled ? tr("cancelled") : tr("failed");
    row.result = toQString(outcome.error().detail);
    return row;
}

} // namespace faultline::ui
