// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/transfer_report.h"

namespace faultline::net {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kReportInterval(100);
/// The time over which the rate is measured. A shorter one makes it jump; a longer one makes it
/// lag.
constexpr milliseconds kRateWindow(1000);

TransferStatus namesOf(std::uint64_t transfer, const DownloadRequest& request)
{
    TransferStatus names;
    names.transfer = transfer;
    names.source = request.source;
    names.location = request.location;
    names.label = request.label;
    return names;
}

bool isEnd(TransferState state)
{
    return state == TransferState::Done || state == TransferState::Failed ||
           state == TransferState::Cancelled || state == TransferState::Skipped;
}

} // namespace

TransferReport::TransferReport(std::uint64_t transfer,
                               const DownloadRequest& request,
                               Downloader::Progress progress)
    : m_names(namesOf(transfer, request)), m_progress(std::move(progress)),
      m_measuredAt(Clock::now())
{
}

/// Requires the lock. An attempt that starts again starts a new measurement.
std::uint64_t TransferReport::rate(std::uint64_t freshBytes, Clock::time_point now)
{
    const auto elapsed = std::chrono::duration_cast<milliseconds>(now - m_measuredAt);
    const bool isNew = freshBytes < m_measuredBytes;
    if (!isNew && elapsed.count() > 0 && (elapsed >= kRateWindow || m_bytesPerSecond == 0))
        m_bytesPerSecond =
            (freshBytes - m_measuredBytes) * 1000 / static_cast<std::uint64_t>(elapsed.count());
    if (isNew || elapsed >= kRateWindow) {
        m_measuredAt = now;
        m_measuredBytes = freshBytes;
    }
    return m_bytesPerSecond;
}

void TransferReport::state(TransferState state, const Amount& amount, std::string result)
{
    if (!m_progress)
        return;
    auto status = m_names;
    status.state = state;
    status.receivedBytes = amount.presentBytes;
    status.totalBytes = amount.totalBytes;
    status.result = std::move(result);
    {
        const std::lock_guard lock(m_mutex);
        if (isEnd(m_state))
            return;
        m_state = state;
        m_toldBytes = amount.presentBytes;
        status.sequence = ++m_sequence;
        m_reportedAt = Clock::now();
        status.bytesPerSecond = rate(amount.freshBytes, m_reportedAt);
    }
    m_progress(status);
}

/// Requires the lock. Are the bytes since the last report a hundredth of the file, or as many as
/// all before where its size is unknown?
bool TransferReport::isMany(const Amount& amount) const
{
    constexpr std::uint64_t kHundredth = 100;
    const auto many = amount.totalBytes > 0 ? amount.totalBytes / kHundredth : m_toldBytes;
    return amount.presentBytes > m_toldBytes && amount.presentBytes - m_toldBytes > many;
}

void TransferReport::bytes(const Amount& amount)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_state == TransferState::Downloading && !isMany(amount) &&
            Clock::now() - m_reportedAt < kReportInterval)
            return;
    }
    state(TransferState::Downloading, amount);
}

} // namespace faultline::net
