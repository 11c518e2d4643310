// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/body_stream.h"

#include "core/base/contained.h"
#include "core/net/transport/request_access.h"

#include <utility>

namespace faultline::net {

namespace {

/// Bytes of one stream that may wait for the disk.
constexpr std::size_t kMaxQueuedBytes = 4 << 20;
/// How much of an unwanted body is read to keep the connection. If the body is longer, the
/// connection is closed.
constexpr std::size_t kMaxDrainedBytes = RequestAccess::kMaxExplainedBytes;

} // namespace

void BodyStream::begin(HttpExchange exchange)
{
    // Held while starting: the first call to the sink must find the exchange's number.
    const std::lock_guard lock(m_mutex);
    m_exchange = m_transport.start(std::move(exchange), shared_from_this());
}

void BodyStream::cancel()
{
    const std::lock_guard lock(m_mutex);
    if (m_exchange)
        m_transport.cancel(*m_exchange);
}

std::uint64_t BodyStream::writtenBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_written;
}

std::string BodyStream::unwantedText() const
{
    const std::lock_guard lock(m_mutex);
    return m_unwanted;
}

void BodyStream::onHead(const HttpHead& head)
{
    auto place = m_owner->onStreamHead(*this, head);
    const std::lock_guard lock(m_mutex);
    if (place)
        m_place = *place;
    else
        m_verdict = std::move(place.error());
}

/// Call it with the lock held.
bool BodyStream::isTooMuch(std::uint64_t totalBytes)
{
    if (m_place->exactBytes && totalBytes > *m_place->exactBytes) {
        m_verdict = Error{ErrorKind::DownloadFailed, "the server sent more than the range"};
        return true;
    }
    if (m_place->maxBytes && totalBytes > *m_place->maxBytes) {
        m_verdict = Error{ErrorKind::TooLarge, "Maximum file size exceeded"};
        return true;
    }
    return false;
}

ExchangeSink::Flow BodyStream::onBytes(Bytes bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto total = m_received + bytes.size();
        if (m_verdict || isTooMuch(total)) {
            m_received = total;
            const auto room = kMaxDrainedBytes - std::min(kMaxDrainedBytes, m_unwanted.size());
            m_unwanted += asText(bytes.first(std::min(bytes.size(), room)));
            return total > kMaxDrainedBytes ? Flow::Abort : Flow::Continue;
        }
        if (m_queuedBytes > 0 && m_queuedBytes + bytes.size() > kMaxQueuedBytes) {
            m_paused = true;
            return Flow::Pause;
        }
        m_received = total;
        m_queuedBytes += bytes.size();
        m_chunks.emplace_back(bytes.begin(), bytes.end());
        postDrain();
    }
    m_owner->onStreamBytes(bytes.size());
    return Flow::Continue;
}

void BodyStream::onEnd(Result<void> outcome)
{
    const std::lock_guard lock(m_mutex);
    m_exchange.reset();
    m_exchangeEnd = std::move(outcome);
    postDrain();
}

/// Call it with the lock held.
void BodyStream::postDrain()
{
    if (!std::exchange(m_draining, true))
        m_io.post([self = shared_from_this()] { self->drainContained(); });
}

/// The next chunks to write. Empty once the exchange has ended; absent when a later call continues.
std::optional<BodyStream::Chunks> BodyStream::takeChunks()
{
    const std::lock_guard lock(m_mutex);
    m_queuedBytes = 0;
    if (std::exchange(m_paused, false) && m_exchange)
        m_transport.resume(*m_exchange);
    if (m_chunks.empty() && !m_exchangeEnd) {
        m_draining = false;
        return std::nullopt;
    }
    return std::exchange(m_chunks, {});
}

Result<void> BodyStream::write(const Chunks& chunks)
{
    BodyPlace place;
    std::uint64_t position = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (m_verdict || !m_place)
            return {}; // Nothing to keep.
        place = *m_place;
        position = m_written;
    }
    if (!std::exchange(m_hasBegun, true)) {
        FL_CHECK(m_owner->onStreamBegins(*this));
    }
    for (const auto& chunk : chunks) {
        FL_CHECK(m_file.writeAt(place.offset + position, chunk));
        position += chunk.size();
    }
    const std::lock_guard lock(m_mutex);
    m_written = position;
    return {};
}

/// What escapes from writing ends the stream.
void BodyStream::drainContained()
{
    auto drained = contained([this] { drain(); });
    if (!drained && !std::exchange(m_hasEnded, true))
        m_owner->onStreamEnded(*this, std::move(drained));
}

/// Writes the bytes received. Only this function touches the file.
void BodyStream::drain()
{
    while (const auto chunks = takeChunks()) {
        if (auto written = write(*chunks); !written) {
            const std::lock_guard lock(m_mutex);
            if (!m_verdict)
                m_verdict = std::move(written.error());
        }
        if (!chunks->empty())
            continue;
        auto ended = outcome();
        m_hasEnded = true;
        return m_owner->onStreamEnded(*this, std::move(ended));
    }
}

Result<void> BodyStream::outcome()
{
    const std::lock_guard lock(m_mutex);
    if (m_verdict)
        return std::unexpected(*m_verdict);
    if (!*m_exchangeEnd)
        return *m_exchangeEnd;
    if (m_place->exactBytes && m_received != *m_place->exactBytes)
        return fail(ErrorKind::DownloadFailed, "the server sent ", m_received, " of ",
                    *m_place->exactBytes, " bytes of the range");
    return {};
}

} // namespace faultline::net
