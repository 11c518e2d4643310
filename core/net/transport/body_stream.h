// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/base/worker_pool.h"
#include "core/net/transport/transport.h"

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace faultline::net {

/// Where to write a body.
struct BodyPlace
{
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> exactBytes; ///< Any other length is a failure.
    std::optional<std::uint64_t> maxBytes;   ///< A longer body is Malformed.
};

/// Writes one body to a file. The network thread delivers bytes; the I/O pool writes them in order,
/// one task at a time. If bytes pile up, the exchange is paused.
class BodyStream final : public ExchangeSink, public std::enable_shared_from_this<BodyStream>
{
public:
    /// The stream's owner. It is kept alive until the stream has ended.
    class Owner
    {
    public:
        virtual ~Owner() = default;
        /// Called on the network thread. If it returns an error, the body is not kept and the
        /// stream ends with that error.
        virtual Result<BodyPlace> onStreamHead(BodyStream& stream, const HttpHead& head) = 0;
        /// Called on the I/O pool before anything is written.
        virtual Result<void> onStreamBegins(BodyStream& stream) = 0;
        /// Called on the network thread after bytes were accepted.
        virtual void onStreamBytes(std::uint64_t count) = 0;
        /// Called on the I/O pool; the last call.
        virtual void onStreamEnded(BodyStream& stream, Result<void> outcome) = 0;
    };

    /// The file must outlive the stream.
    BodyStream(std::shared_ptr<Owner> owner, TempFile& file, Transport& transport, WorkerPool& io)
        : m_owner(std::move(owner)), m_file(file), m_transport(transport), m_io(io)
    {
    }

    void begin(HttpExchange exchange);
    /// Ends the stream with Cancelled, unless it has ended or has not begun.
    void cancel();

    /// Number of bytes in the file, counted from the place. Final once the stream has ended.
    std::uint64_t writtenBytes() const;
    /// The beginning of a body that is not kept.
    std::string unwantedText() const;

    // ExchangeSink; called on the network thread.
    void onHead(const HttpHead& head) override;
    Flow onBytes(Bytes bytes) override;
    void onEnd(Result<void> outcome) override;

private:
    using Chunks = std::deque<std::vector<std::byte>>;

    bool isTooMuch(std::uint64_t totalBytes);
    void postDrain();
    void drainContained();
    void drain();
    std::optional<Chunks> takeChunks();
    Result<void> write(const Chunks& chunks);
    Result<void> outcome();

    const std::shared_ptr<Owner> m_owner;
    TempFile& m_file;
    Transport& m_transport;
    WorkerPool& m_io;
    bool m_hasBegun = false; // Used only in drain(), as is the next.
    bool m_hasEnded = false;

    mutable std::mutex
        m_mutex; // Guards the members after it. Network thread, I/O pool and cancel() use them.
    std::optional<Transport::ExchangeId> m_exchange;
    std::optional<BodyPlace> m_place;
    std::optional<Error> m_verdict; // An error that decides the outcome, whatever arrives later.
    std::string m_unwanted;
    std::uint64_t m_received = 0;
    std::uint64_t m_written = 0;
    Chunks m_chunks;
    std::size_t m_queuedBytes = 0;
    bool m_draining = false;
    bool m_paused = false;
    std::optional<Result<void>> m_exchangeEnd;
};

} // namespace faultline::net
