// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/fetch_attempt.h"
#include "core/net/transport/http_status.h"

#include <algorithm>

// What the answers mean for the file, and what the next attempt can continue with.

namespace faultline::net {

namespace {

/// Returns the plan for fetching the missing ranges of a file that is served in ranges.
std::optional<ResumePlan> planOf(const HttpHead& head)
{
    const auto answer = parseContentRange(head.contentRange);
    if (head.status != kPartialContent || !answer || answer->totalBytes == 0)
        return std::nullopt;
    return ResumePlan{answer->totalBytes, head.eTag, head.contentEncodings, {}};
}

} // namespace

Result<BodyPlace> FetchAttempt::onStreamHead(BodyStream& stream, const HttpHead& head)
{
    auto place = [&]() -> Result<BodyPlace> {
        const std::lock_guard lock(m_mutex);
        auto& part = partOf(stream);
        part.head = head;
        if (!part.range || !m_head)
            m_head = head;
        return part.range ? placeOfRange(part, head) : placeOfFirst(part, head);
    }();
    m_progress();
    return place;
}

/// Call it with the lock held.
Result<BodyPlace> FetchAttempt::placeOfFirst(Part& part, const HttpHead& head)
{
    const auto error = errorForStatus(head);
    const auto& maxBytes = m_setup.policy.maxBytes;
    if (!m_askedWithRange && error)
        return std::unexpected(*error);
    const auto verdict = m_askedWithRange && (!error || head.status == kRangeNotSatisfiable)
                             ? judgeFirstAnswer(head, maxBytes)
                             : FirstAnswer::Whole;
    switch (verdict) {
    case FirstAnswer::AskWithoutRange:
        m_askWithoutRange = true;
        return fail(ErrorKind::DownloadFailed, "the server does not serve ranges");
    case FirstAnswer::TooLarge: return fail(ErrorKind::TooLarge, "Maximum file size exceeded");
    case FirstAnswer::Empty: return BodyPlace{0, 0, std::nullopt};
    case FirstAnswer::Whole: break;
    case FirstAnswer::FirstPart:
        m_plan = planOf(head);
        m_totalBytes = m_plan->totalBytes;
        part.range = parseContentRange(head.contentRange)->range;
        return BodyPlace{0, part.range->size(), std::nullopt};
    }
    if (error)
        return std::unexpected(*error);
    m_plan = planOf(head);
    m_totalBytes = head.contentLength.value_or(0);
    if (maxBytes && m_totalBytes > *maxBytes)
        return fail(ErrorKind::TooLarge, "Maximum file size exceeded");
    return BodyPlace{0, std::nullopt, maxBytes};
}

/// Requires the lock. Any bytes other than those requested would damage the file.
Result<BodyPlace> FetchAttempt::placeOfRange(const Part& part, const HttpHead& head)
{
    const auto error = errorForStatus(head);
    if (error && head.status != kRangeNotSatisfiable)
        return std::unexpected(*error);
    const auto answer = parseContentRange(head.contentRange);
    const bool fits = head.status == kPartialContent && answer && answer->range == *part.range &&
                      answer->totalBytes == m_plan->totalBytes &&
                      head.contentEncodings == m_plan->contentEncodings;
    if (fits)
        return BodyPlace{part.range->first, part.range->size(), std::nullopt};
    m_isStale = true;
    return fail(ErrorKind::DownloadFailed, "the server's answer to ", rangeHeader(*part.range),
                " does not fit the file: ", statusText(head.status),
                head.contentRange.empty() ? "" : ", ", head.contentRange);
}

std::vector<std::string> FetchAttempt::contentEncodings() const
{
    const std::lock_guard lock(m_mutex);
    if (m_plan)
        return m_plan->contentEncodings;
    return m_head ? m_head->contentEncodings : std::vector<std::string>();
}

std::optional<ResumePlan> FetchAttempt::resumePlan() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_plan || m_isStale || !isStrongETag(m_plan->eTag))
        return std::nullopt;
    auto plan = *m_plan;
    std::uint64_t end = 0;
    for (const auto& part : m_parts) {
        const auto range = part.range.value_or(ByteRange{0, plan.totalBytes - 1});
        end = std::max(end, range.last + 1);
        if (part.writtenBytes < range.size())
            plan.missing.push_back({range.first + part.writtenBytes, range.last});
    }
    // The first range may have failed before the others were requested.
    if (m_resumedBytes == 0 && end < plan.totalBytes)
        plan.missing.push_back({end, plan.totalBytes - 1});
    if (plan.missing.empty() || totalSizeOf(plan.missing) >= plan.totalBytes)
        return std::nullopt;
    return plan;
}

} // namespace faultline::net
