// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/fetch_attempt.h"

#include "core/base/text.h"
#include "core/net/transport/http_status.h"

#include <algorithm>

namespace faultline::net {

namespace {

using std::chrono::milliseconds;

bool hasHeader(const HttpHeaders& headers, std::string_view name)
{
    return std::ranges::any_of(
        headers, [name](const auto& header) { return equalsIgnoreCase(header.first, name); });
}

} // namespace

FetchAttempt::FetchAttempt(AttemptSetup setup, std::optional<ResumePlan> resume, Progress progress)
    : m_setup(setup), m_progress(std::move(progress)), m_plan(std::move(resume))
{
}

HttpExchange FetchAttempt::makeExchange(milliseconds delay) const
{
    const auto& target = m_setup.target;
    const auto& policy = m_setup.policy;
    HttpExchange exchange;
    exchange.url = target.url;
    exchange.headers = target.headers;
    if (!hasHeader(target.headers, "user-agent") && !policy.userAgent.empty())
        exchange.headers.emplace_back("User-Agent", policy.userAgent);
    if (!hasHeader(target.headers, "accept-encoding"))
        exchange.headers.emplace_back("Accept-Encoding", "br, deflate, gzip, zstd");
    exchange.redirectHosts = target.redirectHosts;
    exchange.acceptInvalidCerts = target.acceptInvalidCerts;
    exchange.refuseReservedAddresses = !policy.connectToReservedIps &&
                                       (!target.ignoreAddressFilter || policy.filterTrustedClients);
    exchange.startDelay = delay;
    exchange.connectTimeout = policy.connectTimeout;
    exchange.headTimeout = policy.headTimeout;
    exchange.stallTimeout = policy.stallTimeout;
    const auto left =
        std::chrono::ceil<milliseconds>(m_deadline - std::chrono::steady_clock::now() - delay);
    exchange.totalTimeout = std::max(left, milliseconds(1));
    return exchange;
}

void FetchAttempt::begin(Times times, Ended ended)
{
    m_ended = std::move(ended);
    m_deadline = std::chrono::steady_clock::now() + times.delay + times.limit;
    const bool wantsRanges =
        m_setup.policy.rangeBytes > 0 && !hasHeader(m_setup.target.headers, "range");
    if (!m_plan)
        return startFirst(wantsRanges, times.delay);
    m_resumedBytes =
        m_plan->totalBytes - std::min(totalSizeOf(m_plan->missing), m_plan->totalBytes);
    m_totalBytes = m_plan->totalBytes;
    startParts(std::exchange(m_plan->missing, {}), times.delay);
}

std::shared_ptr<BodyStream> FetchAttempt::makeStream()
{
    return std::make_shared<BodyStream>(shared_from_this(), m_setup.file, m_setup.transport,
                                        m_setup.io);
}

/// A cancellation before this point could not stop the stream, because it had not begun.
void FetchAttempt::beginStream(BodyStream& stream, HttpExchange exchange)
{
    stream.begin(std::move(exchange));
    bool isGivenUp = false;
    {
        const std::lock_guard lock(m_mutex);
        isGivenUp = m_cancelled || m_failure;
    }
    if (isGivenUp)
        stream.cancel();
}

void FetchAttempt::startFirst(bool withRange, milliseconds delay)
{
    auto exchange = makeExchange(delay);
    if (withRange)
        exchange.headers.emplace_back("Range", rangeHeader({0, m_setup.policy.rangeBytes - 1}));
    const auto stream = makeStream();
    {
        const std::lock_guard lock(m_mutex);
        m_askedWithRange = withRange;
        m_askWithoutRange = false;
        m_parts.assign(1, {std::nullopt, stream, 0});
        ++m_running;
    }
    beginStream(*stream, std::move(exchange));
}

void FetchAttempt::startParts(const std::vector<ByteRange>& ranges, milliseconds delay)
{
    Streams streams;
    std::string eTag;
    {
        const std::lock_guard lock(m_mutex);
        eTag = m_plan->eTag;
        for (const auto& range : ranges) {
            streams.push_back(makeStream());
            m_parts.push_back({range, streams.back(), 0});
        }
        m_running += ranges.size();
    }
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        auto exchange = makeExchange(delay);
        exchange.headers.emplace_back("Range", rangeHeader(ranges[i]));
        if (isStrongETag(eTag))
            exchange.headers.emplace_back("If-Range", eTag);
        beginStream(*streams[i], std::move(exchange));
    }
}

FetchAttempt::Streams FetchAttempt::runningStreams() const
{
    Streams streams;
    for (const auto& part : m_parts) {
        if (part.stream)
            streams.push_back(part.stream);
    }
    return streams;
}

void FetchAttempt::cancel()
{
    Streams streams;
    {
        const std::lock_guard lock(m_mutex);
        m_cancelled = true;
        streams = runningStreams();
    }
    for (const auto& stream : streams)
        stream->cancel();
}

FetchAttempt::State FetchAttempt::state() const
{
    const std::lock_guard lock(m_mutex);
    return {m_received.load(), m_resumedBytes, m_totalBytes, m_head};
}

/// Call it with the lock held.
FetchAttempt::Part& FetchAttempt::partOf(const BodyStream& stream)
{
    return *std::ranges::find(
        m_parts, &stream, [](const Part& part) -> const BodyStream* { return part.stream.get(); });
}

Result<void> FetchAttempt::onStreamBegins(BodyStream& stream)
{
    std::vector<ByteRange> rest;
    std::uint64_t totalBytes = 0;
    {
        const std::lock_guard lock(m_mutex);
        const auto& part = partOf(stream);
        if (m_parts.size() > 1 || !part.range)
            return {};
        totalBytes = m_plan->totalBytes;
        if (part.range->first == 0 && m_resumedBytes == 0)
            rest = splitRest(part.range->last + 1, totalBytes, m_setup.policy.rangeBytes);
    }
    if (rest.empty())
        return {};
    // Parts are written in any order, so the size must not change meanwhile.
    FL_CHECK(m_setup.file.truncate(totalBytes));
    startParts(rest, milliseconds(0));
    return {};
}

void FetchAttempt::onStreamBytes(std::uint64_t count)
{
    m_received += count;
    m_progress();
}

/// Requires the lock. Explains a refusal of a signed request.
Error FetchAttempt::explained(const Part& part, Error error) const
{
    const bool isRefusal = part.head && errorForStatus(*part.head);
    if (!isRefusal || !m_setup.target.access)
        return error;
    return m_setup.target.access->explain(*part.head, part.stream->unwantedText());
}

void FetchAttempt::onStreamEnded(BodyStream& stream, Result<void> outcome)
{
    Streams doomed;
    bool askAgain = false;
    {
        const std::lock_guard lock(m_mutex);
        auto& part = partOf(stream);
        part.writtenBytes = stream.writtenBytes();
        --m_running;
        askAgain = !outcome && m_askWithoutRange && !m_cancelled;
        if (!outcome && !askAgain && !m_failure) {
            m_failure = explained(part, std::move(outcome.error()));
            doomed = runningStreams(); // If one part fails, the whole attempt fails.
        }
        part.stream.reset();
    }
    if (askAgain)
        return startFirst(false, milliseconds(0));
    for (const auto& other : doomed)
        other->cancel();
    finish();
}

void FetchAttempt::finish()
{
    Ended ended;
    Result<void> outcome;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running > 0)
            return;
        ended = std::exchange(m_ended, nullptr);
        if (m_failure)
            outcome = std::unexpected(*m_failure);
    }
    if (ended)
        ended(std::move(outcome));
}

} // namespace faultline::net
