// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/download.h"
#include "core/net/download/downloader.h"

#include <chrono>
#include <mutex>

namespace faultline::net {

/// Reports the progress of one transfer to displays: every change of state, and between changes ten
/// times a second and with every further hundredth of the file. So what was told last is nearly
/// true when a server stops in the middle. Thread-safe.
class TransferReport
{
public:
    using Clock = std::chrono::steady_clock;

    /// `progress` may be null. The fields of the request that name the transfer are copied.
    TransferReport(std::uint64_t transfer,
                   const DownloadRequest& request,
                   Downloader::Progress progress);

    /// How much of the file has arrived; `freshBytes` of it came over the network just now.
    struct Amount
    {
        std::uint64_t presentBytes = 0;
        std::uint64_t totalBytes = 0; ///< 0 means unknown.
        std::uint64_t freshBytes = 0;
    };

    /// The first end of the transfer is its last state; nothing is reported after it.
    void state(TransferState state, const Amount& amount, std::string result = {});
    /// Bytes have arrived. Reports them if the last report is old enough or they are many.
    void bytes(const Amount& amount);

private:
    bool isMany(const Amount& amount) const;
    std::uint64_t rate(std::uint64_t freshBytes, Clock::time_point now);

    const TransferStatus m_names;
    const Downloader::Progress m_progress;

    std::mutex m_mutex; // Guards all members after it.
    TransferState m_state = TransferState::Queued;
    std::uint64_t m_sequence = 0;
    std::uint64_t m_toldBytes = 0;
    Clock::time_point m_reportedAt;
    Clock::time_point m_measuredAt;
    std::uint64_t m_measuredBytes = 0;
    std::uint64_t m_bytesPerSecond = 0;
};

} // namespace faultline::net
