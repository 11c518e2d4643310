// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/download.h"
#include "core/net/download/download_policy.h"
#include "core/net/download/range_plan.h"
#include "core/net/transport/body_stream.h"

#include <atomic>
#include <functional>

namespace faultline::net {

/// What one attempt works with. All of it must outlive the attempt.
struct AttemptSetup
{
    const HttpTarget& target;
    const DownloadPolicy& policy;
    TempFile& file;
    Transport& transport;
    WorkerPool& io;
};

/// One attempt to fetch a file over HTTP. It first requests the first range. The answer decides
/// what follows (docs/spec/sources-and-caches.md §8.2): the whole body, further ranges in parallel,
/// or the same request without a range. The file receives the bytes as sent, still encoded.
class FetchAttempt final : public BodyStream::Owner,
                           public std::enable_shared_from_this<FetchAttempt>
{
public:
    /// Called on the network thread whenever the head or bytes arrive. Must return quickly.
    using Progress = std::function<void()>;
    /// Called once, on the I/O pool.
    using Ended = std::move_only_function<void(Result<void>)>;

    FetchAttempt(AttemptSetup setup, std::optional<ResumePlan> resume, Progress progress);

    struct Times
    {
        std::chrono::milliseconds delay{0};
        std::chrono::milliseconds limit{0}; ///< Limit for the whole attempt after the delay.
    };

    void begin(Times times, Ended ended);
    /// Ends the attempt with Cancelled soon.
    void cancel();

    struct State
    {
        std::uint64_t receivedBytes = 0; ///< Received in this attempt.
        std::uint64_t resumedBytes = 0;  ///< Already in the file from earlier attempts.
        std::uint64_t totalBytes = 0;    ///< 0 means unknown.
        std::optional<HttpHead>
            head; ///< The head of the decisive answer, otherwise of the last one.
    };

    State state() const;

    /// After a success: the encodings of the file's bytes, one per header.
    std::vector<std::string> contentEncodings() const;

    /// After the end: what the next attempt can continue with. Absent when it must start again.
    std::optional<ResumePlan> resumePlan() const;

    // BodyStream::Owner
    Result<BodyPlace> onStreamHead(BodyStream& stream, const HttpHead& head) override;
    Result<void> onStreamBegins(BodyStream& stream) override;
    void onStreamBytes(std::uint64_t count) override;
    void onStreamEnded(BodyStream& stream, Result<void> outcome) override;

private:
    /// One request and the bytes that it asks for. Without a range, it accepts whatever the answer
    /// brings.
    struct Part
    {
        std::optional<ByteRange> range;
        std::shared_ptr<BodyStream> stream; ///< Null after it has ended.
        std::uint64_t writtenBytes = 0;     ///< Bytes written by a stream that has ended.
        std::optional<HttpHead> head{};
    };

    using Streams = std::vector<std::shared_ptr<BodyStream>>;

    HttpExchange makeExchange(std::chrono::milliseconds delay) const;
    std::shared_ptr<BodyStream> makeStream();
    void beginStream(BodyStream& stream, HttpExchange exchange);
    void startFirst(bool withRange, std::chrono::milliseconds delay);
    void startParts(const std::vector<ByteRange>& ranges, std::chrono::milliseconds delay);
    Result<BodyPlace> placeOfFirst(Part& part, const HttpHead& head);
    Result<BodyPlace> placeOfRange(const Part& part, const HttpHead& head);
    Part& partOf(const BodyStream& stream);
    Error explained(const Part& part, Error error) const;
    Streams runningStreams() const;
    void finish();

    const AttemptSetup m_setup;
    const Progress m_progress;
    Ended m_ended;
    std::chrono::steady_clock::time_point m_deadline;
    std::atomic<std::uint64_t> m_received{0};
    std::uint64_t m_resumedBytes = 0;

    mutable std::mutex m_mutex; // Guards all members after it.
    std::vector<Part> m_parts;
    std::optional<ResumePlan> m_plan; // Only resumePlan() fills `missing`.
    std::optional<HttpHead> m_head;
    std::uint64_t m_totalBytes = 0;
    std::size_t m_running = 0;
    bool m_askedWithRange = false;
    bool m_askWithoutRange = false;
    bool m_isStale = false; // The bytes in the file belong to another state of it.
    bool m_cancelled = false;
    std::optional<Error> m_failure; // The first failure.
};

} // namespace faultline::net
