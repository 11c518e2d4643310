// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/transfer.h"

#include "core/base/contained.h"
#include "core/base/file.h"
#include "core/net/download/retry_policy.h"
#include "core/net/transport/http_status.h"
#include "core/packing/unpack.h"
#include "core/sources/url.h"

#include <algorithm>
#include <utility>

namespace faultline::net {

namespace {

using std::chrono::milliseconds;

/// Pause between attempts to open a connection while the process has no descriptor for it.
constexpr milliseconds kDescriptorPause(50);

/// Bytes received before such an error are valid bytes of the file.
bool leavesGoodBytes(const Error& error)
{
    const auto kind = broadKind(error.kind);
    return kind == ErrorKind::DownloadFailed || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Cancelled;
}

DownloadPolicy policyFor(const DownloadRequest& request, DownloadPolicy policy)
{
    if (request.maxBytes)
        policy.maxBytes = std::min(policy.maxBytes.value_or(*request.maxBytes), *request.maxBytes);
    return policy;
}

} // namespace

Transfer::Transfer(std::uint64_t id,
                   DownloadRequest request,
                   DownloadPolicy policy,
                   const TransferServices& services,
                   Downloader::Progress progress,
                   Ended ended)
    : m_request(std::move(request)), m_policy(policyFor(m_request, std::move(policy))),
      m_services(services), m_report(id, m_request, std::move(progress)), m_ended(std::move(ended)),
      m_startedAt(Clock::now())
{
}

template <class Step>
void Transfer::guarded(Step step)
{
    if (auto done = contained(step); !done)
        end(std::unexpected(std::move(done.error())));
}

template <class Step>
void Transfer::goOn(Step step)
{
    guarded([&] {
        const WorkLaneScope lane(m_lane);
        m_services.io.post([self = shared_from_this(), step = std::move(step)]() mutable {
            self->guarded([&] { step(*self); });
        });
    });
}

void Transfer::begin()
{
    goOn([](Transfer& self) { self.beginNow(); });
}

void Transfer::beginNow()
{
    m_startedAt = Clock::now();
    m_deadline = m_startedAt + m_policy.totalTimeout;
    if (m_stop.stop_requested())
        return end(fail(ErrorKind::Cancelled, "download cancelled"));
    if (std::holds_alternative<LocalTarget>(m_request.from))
        return runLocal();
    if (m_policy.offline) {
        m_isSkipped = true;
        return end(fail(ErrorKind::Cancelled, "skipped (offline)"));
    }
    if (const auto& way = target().denyWay) {
        const HostAsked host{.host = sources::urlHost(target().url), .way = *way};
        if (auto refused = m_services.denyList.refusal(host, m_startedAt)) {
            if (const auto rest = m_services.denyList.blockedFor(host, m_startedAt))
                m_blockedFor = std::chrono::ceil<std::chrono::seconds>(*rest);
            return end(std::unexpected(*std::move(refused)));
        }
    }
    if (!heldByPause(std::nullopt))
        startAttempt(std::nullopt, milliseconds(0));
}

// ---- Callers

void Transfer::cancel()
{
    m_stop.request_stop();
    AttemptPtr attempt;
    bool wasWaiting = false;
    {
        const std::lock_guard lock(m_mutex);
        attempt = m_attempt;
        wasWaiting = std::exchange(m_isWaiting, false);
    }
    if (attempt)
        attempt->cancel();
    if (wasWaiting)
        goOn([](Transfer& self) { self.end(fail(ErrorKind::Cancelled, "download cancelled")); });
}

void Transfer::pause()
{
    AttemptPtr attempt;
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_isPaused, true))
            return;
        m_wasInterrupted = true;
        m_pausedAt = Clock::now();
        attempt = m_attempt;
    }
    if (attempt)
        attempt->cancel();
}

void Transfer::resume()
{
    Clock::duration pausedFor{0};
    std::optional<ResumePlan> plan;
    {
        const std::lock_guard lock(m_mutex);
        m_isPaused = false;
        if (!std::exchange(m_isWaiting, false))
            return;
        pausedFor = Clock::now() - m_pausedAt;
        plan = std::exchange(m_resume, std::nullopt);
    }
    goOn([pausedFor, plan = std::move(plan)](Transfer& self) mutable {
        self.m_deadline += pausedFor;
        self.startAttempt(std::move(plan), milliseconds(0));
    });
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
    if (!m_request.decompress || !packing::looksCompressed(bytes->span()))
        return end(*std::move(bytes));
    report(TransferState::Unpacking);
    auto unpacked = packing::unpackByContent(bytes->span(), m_request.target, m_policy.maxBytes,
                                             m_stop.get_token());
    if (!unpacked)
        return end(std::unexpected(std::move(unpacked.error())));
    end(std::move(m_request.target));
}

// ---- Attempts

milliseconds Transfer::timeLeft() const
{
    return std::chrono::ceil<milliseconds>(m_deadline - Clock::now());
}

void Transfer::startAttempt(std::optional<ResumePlan> resume, milliseconds delay)
{
    report(TransferState::Connecting);
    ++m_attempts;
    const auto& access = target().access;
    if (!access)
        return launch(std::move(resume), delay);
    access->grant(m_stop.get_token(), [self = shared_from_this(), resume = std::move(resume),
                                       delay](Result<RequestAccess::Grant> grant) mutable {
        self->goOn([resume = std::move(resume), delay,
                    grant = std::move(grant)](Transfer& transfer) mutable {
            transfer.granted(std::move(resume), delay, std::move(grant));
        });
    });
}

void Transfer::granted(std::optional<ResumePlan> resume,
                       milliseconds delay,
                       Result<RequestAccess::Grant> grant)
{
    if (m_stop.stop_requested())
        return end(fail(ErrorKind::Cancelled, "download cancelled"));
    if (!grant)
        return tryAgain(std::move(grant.error()), std::move(resume));
    auto& http = std::get<HttpTarget>(m_request.from);
    http.url = std::move(grant->url);
    http.headers = std::move(grant->headers);
    launch(std::move(resume), delay);
}

void Transfer::launch(std::optional<ResumePlan> resume, milliseconds delay)
{
    const auto attempt = std::make_shared<FetchAttempt>(
        AttemptSetup{target(), m_policy, m_request.target, m_services.transport, m_services.io},
        std::move(resume), [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->m_report.bytes(self->amount());
        });
    bool isUnwanted = false;
    {
        const std::lock_guard lock(m_mutex);
        m_attempt = attempt;
        m_wasInterrupted = m_isPaused;
        isUnwanted = m_isPaused || m_stop.stop_requested();
    }
    attempt->begin({.delay = delay, .limit = timeLeft() - delay},
                   [self = shared_from_this()](Result<void> outcome) {
                       self->guarded([&] { self->attemptEnded(std::move(outcome)); });
                   });
    if (isUnwanted)
        attempt->cancel();
}

void Transfer::attemptEnded(Result<void> outcome)
{
    std::optional<ResumePlan> resume;
    bool wasInterrupted = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!outcome && leavesGoodBytes(outcome.error()))
            resume = m_attempt->resumePlan();
        wasInterrupted = std::exchange(m_wasInterrupted, false);
    }
    if (m_stop.stop_requested())
        return end(fail(ErrorKind::Cancelled, "download cancelled"));
    if (outcome)
        outcome = packing::undoContentEncoding(m_attempt->contentEncodings(), m_request.target,
                                               m_policy.maxBytes, m_stop.get_token());
    if (outcome)
        return finish();
    if (!resume) {
        if (auto emptied = m_request.target.truncate(0); !emptied)
            return end(std::unexpected(std::move(emptied.error())));
    }
    if (!wasInterrupted || outcome.error().kind != ErrorKind::Cancelled)
        return tryAgain(std::move(outcome.error()), std::move(resume));
    --m_attempts; // Nobody failed.
    if (!heldByPause(resume))
        startAttempt(std::move(resume), milliseconds(0));
}

/// Must resume() continue this transfer? Otherwise the pause is already over, or there was none.
bool Transfer::heldByPause(const std::optional<ResumePlan>& resume)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isPaused || m_stop.stop_requested())
            return false;
        m_resume = resume;
        m_isWaiting = true;
    }
    report(TransferState::Paused);
    return true;
}

void Transfer::tryAgain(Error error, std::optional<ResumePlan> resume)
{
    if (error.kind == ErrorKind::NoDescriptor && timeLeft() > kDescriptorPause) {
        --m_attempts; // No server was asked.
        return startAttempt(std::move(resume), kDescriptorPause);
    }
    const auto head = m_attempt ? m_attempt->state().head : std::nullopt;
    const auto delay = delayBeforeRetry({.error = error,
                                         .attempts = m_attempts,
                                         .left = timeLeft(),
                                         .retryAfter = head ? retryAfterOf(*head) : std::nullopt},
                                        m_policy);
    if (!delay)
        return end(std::unexpected(finalError(std::move(error))));
    startAttempt(std::move(resume), *delay);
}

/// Names the total limit if that is the one that passed.
Error Transfer::finalError(Error error) const
{
    constexpr milliseconds kTimerGrain(2); // Timers count in whole milliseconds.
    if (error.kind == ErrorKind::Timeout && timeLeft() <= kTimerGrain)
        return {ErrorKind::Timeout, durationText(m_policy.totalTimeout)};
    return error;
}

/// The file is complete, so any error in it now would be in another copy too
/// (docs/spec/sources-and-caches.md §8.5).
void Transfer::finish()
{
    if (auto unpacked = unpack(); !unpacked)
        return end(std::unexpected(std::move(unpacked.error())));
    end(std::move(m_request.target));
}

Result<void> Transfer::unpack()
{
    auto& file = m_request.target;
    FL_TRY(const auto content, file.map());
    const bool isPacked = m_request.decompress && packing::looksCompressed(content.span());
    if (m_policy.metrics != nullptr)
        m_policy.metrics->count(
            "compression", {"type", isPacked ? packing::compressionName(content.span()) : "none"});
    if (!isPacked)
        return {};
    report(TransferState::Unpacking);
    FL_TRY(auto unpacked, file.createSibling());
    FL_CHECK(
        packing::unpackByContent(content.span(), unpacked, m_policy.maxBytes, m_stop.get_token()));
    std::swap(file, unpacked);
    return {};
}

void Transfer::end(Result<std::variant<TempFile, ByteView>> content)
{
    const auto now = Clock::now();
    if (content) {
        report(TransferState::Done, "ok");
    } else {
        const auto& error = content.error();
        const bool isCancelled = error.kind == ErrorKind::Cancelled;
        report(m_isSkipped   ? TransferState::Skipped
               : isCancelled ? TransferState::Cancelled
                             : TransferState::Failed,
               isCancelled ? error.detail : error.describe());
        if (const auto* http = std::get_if<HttpTarget>(&m_request.from);
            http != nullptr && http->denyWay)
            m_services.denyList.recordFailure(
                {.host = sources::urlHost(http->url), .way = *http->denyWay}, error, now);
    }
    DownloadOutcome outcome{.content = std::move(content),
                            .attempts = m_attempts,
                            .duration = std::chrono::duration_cast<milliseconds>(now - m_startedAt),
                            .blockedFor = m_blockedFor};
    {
        const std::lock_guard lock(m_mutex);
        if (m_attempt) {
            const auto state = m_attempt->state();
            outcome.receivedBytes = state.receivedBytes;
            if (state.head)
                outcome.httpStatus = state.head->status;
        }
    }
    // A file that was not handed over is removed before the end is reported.
    static_cast<void>(TempFile(std::move(m_request.target)));
    // A step that failed after the end has nothing to add.
    if (auto ended = std::exchange(m_ended, nullptr))
        ended(std::move(outcome));
}

// ---- Progress

TransferReport::Amount Transfer::amount()
{
    AttemptPtr attempt;
    {
        const std::lock_guard lock(m_mutex);
        attempt = m_attempt;
    }
    if (!attempt)
        return {};
    const auto state = attempt->state();
    return {.presentBytes = state.resumedBytes + state.receivedBytes,
            .totalBytes = state.totalBytes,
            .freshBytes = state.receivedBytes};
}

void Transfer::report(TransferState state, std::string result)
{
    m_report.state(state, amount(), std::move(result));
}

} // namespace faultline::net
