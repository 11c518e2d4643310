#include "core/net/transfer.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/net/http_status.h"
#include "core/net/unpack.h"

#include <algorithm>

namespace faultline {

namespace {

using std::chrono::milliseconds;

/// Bytes of one transfer that may wait for the disk.
constexpr std::size_t kMaxQueuedBytes = 4 << 20;
/// So much of an error's body is read to keep the connection; a longer one is cut off with it.
constexpr std::uint64_t kMaxDrainedBytes = 64 << 10;
constexpr milliseconds kReportInterval(100);

bool hasHeader(const HttpHeaders& headers, std::string_view name)
{
    return std::ranges::any_of(
        headers, [name](const auto& header) { return equalsIgnoreCase(header.first, name); });
}

} // namespace

Transfer::Transfer(std::uint64_t id,
                   DownloadRequest request,
                   const DownloadPolicy& policy,
                   Transport& transport,
                   WorkerPool& io,
                   Progress progress,
                   Ended ended)
    : m_id(id), m_request(std::move(request)), m_policy(policy), m_transport(transport), m_io(io),
      m_progress(std::move(progress)), m_ended(std::move(ended)), m_startedAt(Clock::now())
{
}

void Transfer::begin()
{
    {
        const std::lock_guard lock(m_mutex);
        m_startedAt = Clock::now();
    }
    m_io.post([self = shared_from_this()] {
        if (self->m_stop.stop_requested())
            self->end(fail(ErrorKind::Cancelled, "download cancelled"));
        else if (std::holds_alternative<LocalTarget>(self->m_request.from))
            self->runLocal();
        else if (self->m_policy.offline)
            self->end(fail(ErrorKind::Cancelled, "skipped (offline)"));
        else
            self->startAttempt(milliseconds(0));
    });
}

void Transfer::cancel()
{
    m_stop.request_stop();
    const std::lock_guard lock(m_mutex);
    if (m_exchange)
        m_transport.cancel(*m_exchange);
}

// ---- Local files

Result<ByteView> Transfer::openLocal()
{
    const auto& path = std::get<LocalTarget>(m_request.from).path;
    auto bytes = mapForeignFile(path);
    if (!bytes && bytes.error().kind == ErrorKind::NotFound)
        return fail(ErrorKind::NotFound, "no such file");
    return bytes;
}

void Transfer::runLocal()
{
    m_attempts = 1;
    auto bytes = openLocal();
    if (!bytes)
        return end(std::unexpected(std::move(bytes.error())));
    if (!m_request.decompress || !looksCompressed(bytes->span()))
        return end(*std::move(bytes));
    report(TransferState::Unpacking);
    auto unpacked =
        unpackByContent(bytes->span(), m_request.target, m_policy.maxBytes, m_stop.get_token());
    if (!unpacked)
        return end(std::unexpected(std::move(unpacked.error())));
    end(std::move(m_request.target));
}

// ---- Attempts

HttpExchange Transfer::makeExchange(const HttpTarget& target, milliseconds delay) const
{
    HttpExchange exchange;
    exchange.url = target.url;
    exchange.headers = target.headers;
    if (!hasHeader(target.headers, "user-agent") && !m_policy.userAgent.empty())
        exchange.headers.emplace_back("User-Agent", m_policy.userAgent);
    if (!hasHeader(target.headers, "accept-encoding"))
        exchange.headers.emplace_back("Accept-Encoding", "br, deflate, gzip, zstd");
    exchange.acceptInvalidCerts = target.acceptInvalidCerts;
    exchange.refuseReservedAddresses =
        !m_policy.connectToReservedIps && !target.ignoreAddressFilter;
    exchange.startDelay = delay;
    exchange.connectTimeout = m_policy.connectTimeout;
    exchange.headTimeout = m_policy.headTimeout;
    const auto used = std::chrono::duration_cast<milliseconds>(Clock::now() - m_startedAt) + delay;
    exchange.totalTimeout = std::max(m_policy.totalTimeout - used, milliseconds(1));
    return exchange;
}

void Transfer::startAttempt(milliseconds delay)
{
    report(TransferState::Connecting);
    ++m_attempts;
    const auto& access = std::get<HttpTarget>(m_request.from).access;
    if (!access)
        return startExchange(delay);
    access->grant(m_stop.get_token(),
                  [self = shared_from_this(), delay](Result<RequestAccess::Grant> grant) mutable {
                      self->m_io.post([self, delay, grant = std::move(grant)]() mutable {
                          self->granted(delay, std::move(grant));
                      });
                  });
}

void Transfer::granted(milliseconds delay, Result<RequestAccess::Grant> grant)
{
    if (m_stop.stop_requested())
        return end(fail(ErrorKind::Cancelled, "download cancelled"));
    if (!grant)
        return conclude(std::unexpected(std::move(grant.error())));
    auto& target = std::get<HttpTarget>(m_request.from);
    target.url = std::move(grant->url);
    target.headers = std::move(grant->headers);
    startExchange(delay);
}

void Transfer::startExchange(milliseconds delay)
{
    auto exchange = makeExchange(std::get<HttpTarget>(m_request.from), delay);
    // Held while starting: the first call to the sink must find the exchange's number.
    const std::lock_guard lock(m_mutex);
    m_head.reset();
    m_verdict.reset();
    m_exchangeEnd.reset();
    m_refusal.clear();
    m_received = 0;
    m_exchange = m_transport.start(std::move(exchange), shared_from_this());
    if (m_stop.stop_requested())
        m_transport.cancel(*m_exchange);
}

void Transfer::onHead(const HttpHead& head)
{
    {
        const std::lock_guard lock(m_mutex);
        m_head = head;
        m_verdict = errorForStatus(head);
        if (!m_verdict && m_policy.maxBytes && head.contentLength.value_or(0) > *m_policy.maxBytes)
            m_verdict = Error{ErrorKind::Malformed, "Maximum file size exceeded"};
        m_reportedAt = Clock::now();
    }
    report(TransferState::Downloading);
}

ExchangeSink::Flow Transfer::onBytes(Bytes bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto total = m_received + bytes.size();
        if (!m_verdict && m_policy.maxBytes && total > *m_policy.maxBytes)
            m_verdict = Error{ErrorKind::Malformed, "Maximum file size exceeded"};
        if (m_verdict) {
            m_received = total;
            const auto wanted = RequestAccess::kMaxExplainedBytes - m_refusal.size();
            m_refusal += asText(bytes.first(std::min(bytes.size(), wanted)));
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
    reportBytes();
    return Flow::Continue;
}

void Transfer::onEnd(Result<void> outcome)
{
    const std::lock_guard lock(m_mutex);
    m_exchange.reset();
    m_exchangeEnd = std::move(outcome);
    postDrain();
}

/// With the lock held.
void Transfer::postDrain()
{
    if (std::exchange(m_draining, true))
        return;
    m_io.post([self = shared_from_this()] { self->drain(); });
}

/// Writes what has come; the only place that touches the file while an exchange runs.
void Transfer::drain()
{
    while (true) {
        std::deque<std::vector<std::byte>> chunks;
        {
            const std::lock_guard lock(m_mutex);
            chunks.swap(m_chunks);
            m_queuedBytes = 0;
            if (std::exchange(m_paused, false) && m_exchange)
                m_transport.resume(*m_exchange);
            if (chunks.empty()) {
                m_draining = false;
                if (!m_exchangeEnd)
                    return;
                break;
            }
        }
        for (const auto& chunk : chunks) {
            auto written = m_request.target.append(chunk);
            if (written)
                continue;
            const std::lock_guard lock(m_mutex);
            if (!m_verdict)
                m_verdict = std::move(written.error());
            break;
        }
    }
    attemptEnded();
}

// ---- Ends

Error Transfer::timedOut() const
{
    return {ErrorKind::Timeout, durationText(m_policy.totalTimeout)};
}

/// With the lock held. What the verdict means where requests are signed.
Error Transfer::refusal()
{
    const auto* target = std::get_if<HttpTarget>(&m_request.from);
    const bool refused = m_head && errorForStatus(*m_head);
    if (!refused || target == nullptr || !target->access)
        return *m_verdict;
    return target->access->explain(*m_head, m_refusal);
}

Result<void> Transfer::attemptOutcome()
{
    if (m_stop.stop_requested())
        return fail(ErrorKind::Cancelled, "download cancelled");
    const std::lock_guard lock(m_mutex);
    if (m_verdict)
        return std::unexpected(refusal());
    if (*m_exchangeEnd)
        return {};
    if (m_exchangeEnd->error().kind == ErrorKind::Timeout &&
        Clock::now() - m_startedAt >= m_policy.totalTimeout)
        return std::unexpected(timedOut());
    return *m_exchangeEnd;
}

bool Transfer::maySucceedLater(const Error& error) const
{
    switch (error.kind) {
    case ErrorKind::NotFound:
    case ErrorKind::PermissionDenied:
    case ErrorKind::Cancelled: return false;
    default: break;
    }
    const bool isRestricted = error.detail == "destination is restricted";
    const auto left = m_policy.totalTimeout - (Clock::now() - m_startedAt);
    return !isRestricted && m_attempts < m_policy.maxAttempts && left > m_policy.retryDelay;
}

void Transfer::attemptEnded()
{
    auto outcome = attemptOutcome();
    if (outcome)
        outcome = unpack();
    conclude(std::move(outcome));
}

void Transfer::conclude(Result<void> outcome)
{
    if (outcome)
        return end(std::move(m_request.target));
    if (!maySucceedLater(outcome.error()))
        return end(std::unexpected(std::move(outcome.error())));
    if (auto emptied = m_request.target.truncate(0); !emptied)
        return end(std::unexpected(std::move(emptied.error())));
    startAttempt(m_policy.retryDelay);
}

Result<void> Transfer::unpack()
{
    auto& file = m_request.target;
    const auto head = *m_head;
    FL_CHECK(
        undoContentEncoding(head.contentEncodings, file, m_policy.maxBytes, m_stop.get_token()));
    FL_TRY(const auto content, file.map());
    if (!m_request.decompress || !looksCompressed(content.span()))
        return {};
    report(TransferState::Unpacking);
    FL_TRY(auto unpacked, file.createSibling());
    FL_CHECK(unpackByContent(content.span(), unpacked, m_policy.maxBytes, m_stop.get_token()));
    std::swap(file, unpacked);
    return {};
}

void Transfer::end(Result<std::variant<TempFile, ByteView>> content)
{
    if (content)
        report(TransferState::Done, "ok");
    else if (content.error().kind == ErrorKind::Cancelled)
        report(TransferState::Cancelled, content.error().detail);
    else
        report(TransferState::Failed, content.error().describe());
    DownloadOutcome outcome{std::move(content), std::nullopt, m_attempts, 0,
                            std::chrono::duration_cast<milliseconds>(Clock::now() - m_startedAt)};
    {
        const std::lock_guard lock(m_mutex);
        outcome.receivedBytes = m_received;
        if (m_head)
            outcome.httpStatus = m_head->status;
    }
    // What was not handed over is gone before anyone hears of the end.
    static_cast<void>(TempFile(std::move(m_request.target)));
    auto ended = std::exchange(m_ended, nullptr);
    ended(std::move(outcome));
}

// ---- Progress

void Transfer::report(TransferState state, std::string result)
{
    if (!m_progress)
        return;
    TransferStatus status{.transfer = m_id,
                          .state = state,
                          .source = m_request.source,
                          .location = m_request.location,
                          .label = m_request.label,
                          .result = std::move(result)};
    {
        const std::lock_guard lock(m_mutex);
        status.receivedBytes = m_received;
        status.totalBytes = m_head ? m_head->contentLength.value_or(0) : 0;
        const auto elapsed =
            std::chrono::duration_cast<milliseconds>(Clock::now() - m_startedAt).count();
        status.bytesPerSecond =
            elapsed > 0 ? m_received * 1000 / static_cast<std::uint64_t>(elapsed) : 0;
    }
    m_progress(status);
}

void Transfer::reportBytes()
{
    {
        const std::lock_guard lock(m_mutex);
        const auto now = Clock::now();
        if (now - m_reportedAt < kReportInterval)
            return;
        m_reportedAt = now;
    }
    report(TransferState::Downloading);
}

} // namespace faultline
