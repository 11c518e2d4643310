#pragma once

#include "core/base/worker_pool.h"
#include "core/net/downloader.h"

#include <deque>
#include <mutex>

namespace faultline {

/// One download from its first attempt to its end. The network thread brings bytes through the
/// sink, the I/O pool writes them in order, one task at a time; when they pile up the exchange is
/// paused. Calls `ended` once, on the I/O pool.
class Transfer final : public ExchangeSink, public std::enable_shared_from_this<Transfer>
{
public:
    using Clock = std::chrono::steady_clock;
    using Ended = std::move_only_function<void(DownloadOutcome)>;
    using Progress = Downloader::Progress;

    Transfer(std::uint64_t id,
             DownloadRequest request,
             const DownloadPolicy& policy,
             Transport& transport,
             WorkerPool& io,
             Progress progress,
             Ended ended);

    std::uint64_t id() const { return m_id; }

    /// Begins; until then the transfer is queued. Also when it has been cancelled: then it ends.
    void begin();

    void cancel();

    /// Says that it waits for its turn.
    void reportQueued() { report(TransferState::Queued); }

    // ExchangeSink, on the network thread.
    void onHead(const HttpHead& head) override;
    Flow onBytes(Bytes bytes) override;
    void onEnd(Result<void> outcome) override;

private:
    // On the I/O pool.
    void runLocal();
    void startAttempt(std::chrono::milliseconds delay);
    void granted(std::chrono::milliseconds delay, Result<RequestAccess::Grant> grant);
    void startExchange(std::chrono::milliseconds delay);
    void drain();
    void attemptEnded();
    void conclude(Result<void> outcome);
    Result<void> attemptOutcome();
    Error refusal();
    bool maySucceedLater(const Error& error) const;
    Result<void> unpack();
    Result<ByteView> openLocal();
    void end(Result<std::variant<TempFile, ByteView>> content);

    void postDrain();
    HttpExchange makeExchange(const HttpTarget& target, std::chrono::milliseconds delay) const;
    void report(TransferState state, std::string result = {});
    void reportBytes();
    Error timedOut() const;

    const std::uint64_t m_id;
    DownloadRequest m_request;
    const DownloadPolicy m_policy;
    Transport& m_transport;
    WorkerPool& m_io;
    const Progress m_progress;
    Ended m_ended;
    std::stop_source m_stop;
    Clock::time_point m_startedAt;
    std::uint32_t m_attempts = 0;

    std::mutex m_mutex; // Guards what follows: shared by network thread, I/O pool and cancel().
    std::optional<Transport::ExchangeId> m_exchange;
    std::deque<std::vector<std::byte>> m_chunks;
    std::size_t m_queuedBytes = 0;
    bool m_draining = false;
    bool m_paused = false;
    std::optional<Result<void>> m_exchangeEnd;
    std::optional<HttpHead> m_head;
    std::optional<Error> m_verdict; // What makes this attempt a failure whatever still comes.
    std::string m_refusal;          // Beginning of a refusal's body, for RequestAccess::explain().
    std::uint64_t m_received = 0;
    Clock::time_point m_reportedAt;
};

} // namespace faultline
