// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/work_lane.h"
#include "core/net/download/fetch_attempt.h"
#include "core/net/download/host_deny_list.h"
#include "core/net/download/transfer_report.h"

#include <functional>
#include <memory>
#include <mutex>

namespace faultline::net {

/// What all transfers of a downloader share. Must outlive them.
struct TransferServices
{
    Transport& transport;
    WorkerPool& io;
    HostDenyList& denyList;
};

/// One download from its first attempt to its end. It makes attempts until one succeeds or no
/// further one is useful, then decodes. Calls `ended` once, on the I/O pool.
class Transfer final : public std::enable_shared_from_this<Transfer>
{
public:
    using Clock = std::chrono::steady_clock;
    using Ended = std::move_only_function<void(DownloadOutcome)>;

    Transfer(std::uint64_t id,
             DownloadRequest request,
             DownloadPolicy policy,
             const TransferServices& services,
             Downloader::Progress progress,
             Ended ended);

    /// Begins the transfer, which is queued until then. A cancelled transfer ends here.
    void begin();

    WorkLane lane() const { return m_lane; }

    void cancel();

    /// Closes the connection. The pause does not count towards the download's time.
    void pause();
    /// Continues where the server supports it, otherwise starts again.
    void resume();

    /// Reports that the transfer waits for its turn.
    void reportQueued() { report(TransferState::Queued); }

private:
    using AttemptPtr = std::shared_ptr<FetchAttempt>;

    /// Does a step; what escapes from it ends the transfer.
    template <class Step>
    void guarded(Step step);
    /// Does a step on the I/O pool.
    template <class Step>
    void goOn(Step step);

    // Runs on the I/O pool.
    void beginNow();
    void runLocal();
    Result<ByteView> openLocal();
    void startAttempt(std::optional<ResumePlan> resume, std::chrono::milliseconds delay);
    void granted(std::optional<ResumePlan> resume,
                 std::chrono::milliseconds delay,
                 Result<RequestAccess::Grant> grant);
    void launch(std::optional<ResumePlan> resume, std::chrono::milliseconds delay);
    void attemptEnded(Result<void> outcome);
    bool heldByPause(const std::optional<ResumePlan>& resume);
    void tryAgain(Error error, std::optional<ResumePlan> resume);
    void finish();
    Result<void> unpack();
    void end(Result<std::variant<TempFile, ByteView>> content);

    const HttpTarget& target() const { return std::get<HttpTarget>(m_request.from); }

    std::chrono::milliseconds timeLeft() const;
    Error finalError(Error error) const;
    TransferReport::Amount amount();
    void report(TransferState state, std::string result = {});

    DownloadRequest m_request;
    const DownloadPolicy m_policy;
    const TransferServices m_services;
    TransferReport m_report;
    Ended m_ended;
    std::stop_source m_stop;
    const WorkLane m_lane = currentWorkLane(); ///< Of whoever asked for it.
    Clock::time_point m_startedAt;
    Clock::time_point m_deadline;
    std::uint32_t m_attempts = 0;
    bool m_isSkipped = false; ///< The network is off.
    std::optional<std::chrono::seconds> m_blockedFor;

    std::mutex m_mutex; // Guards the members after it, which callers and the I/O pool use.
    AttemptPtr m_attempt;
    bool m_isPaused = false;
    bool m_wasInterrupted = false; ///< Interrupted by a pause, which may already be over.
    bool m_isWaiting = false;      ///< Waits for resume(); nothing is running.
    Clock::time_point m_pausedAt;
    std::optional<ResumePlan> m_resume;
};

} // namespace faultline::net
