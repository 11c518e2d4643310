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

/// Where a body goes.
struct BodyPlace
{
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> exactBytes; ///< More or less than that is a failure.
    std::optional<std::uint64_t> maxBytes;   ///< More is Malformed.
};

/// One body on its way into a file. The network thread brings bytes, the I/O pool writes them in
/// order, one task at a time; when they pile up the exchange is paused.
class BodyStream final : public ExchangeSink, public std::enable_shared_from_this<BodyStream>
{
public:
    /// Whoever the stream belongs to; kept until the stream has ended.
    class Owner
    {
    public:
        virtual ~Owner() = default;
        /// On the network thread. With an error the body is not kept and the stream ends with it.
        virtual Result<BodyPlace> onStreamHead(BodyStream& stream, const HttpHead& head) = 0;
        /// On the I/O pool, before anything is written.
        virtual Result<void> onStreamBegins(BodyStream& stream) = 0;
        /// On the network thread, after bytes were taken.
        virtual void onStreamBytes(std::uint64_t count) = 0;
        /// On the I/O pool; last call.
        virtual void onStreamEnded(BodyStream& stream, Result<void> outcome) = 0;
    };

    /// The file outlives the stream's end.
    BodyStream(std::shared_ptr<Owner> owner, TempFile& file, Transport& transport, WorkerPool& io)
        : m_owner(std::move(owner)), m_file(file), m_transport(transport), m_io(io)
    {
    }

    void begin(HttpExchange exchange);
    /// Ends with Cancelled, unless it has ended or was not begun.
    void cancel();

    /// Bytes that stand in the file, from the place on. Final once the stream has ended.
    std::uint64_t writtenBytes() const;
    /// What a body begins with that is not kept.
    std::string unwantedText() const;

    // ExchangeSink, on the network thread.
    void onHead(const HttpHead& head) override;
    Flow onBytes(Bytes bytes) override;
    void onEnd(Result<void> outcome) override;

private:
    using Chunks = std::deque<std::vector<std::byte>>;

    bool isTooMuch(std::uint64_t totalBytes);
    void postDrain();
    void drain();
    std::optional<Chunks> takeChunks();
    Result<void> write(const Chunks& chunks);
    Result<void> outcome();

    const std::shared_ptr<Owner> m_owner;
    TempFile& m_file;
    Transport& m_transport;
    WorkerPool& m_io;
    bool m_hasBegun = false; // In drain() only.

    mutable std::mutex m_mutex; // Guards what follows: network thread, I/O pool and cancel().
    std::optional<Transport::ExchangeId> m_exchange;
    std::optional<BodyPlace> m_place;
    std::optional<Error> m_verdict; // What makes it a failure whatever still comes.
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
