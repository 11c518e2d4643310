// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/range_plan.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/net/transport/http_status.h"

#include <algorithm>

namespace faultline::net {

namespace {

constexpr std::uint64_t kMaxParts = 4;

/// Removes and returns the text before a sign; absent without the sign.
std::optional<std::string_view> takeUntil(std::string_view& text, char sign)
{
    const auto end = text.find(sign);
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto head = text.substr(0, end);
    text.remove_prefix(end + 1);
    return head;
}

} // namespace

std::uint64_t totalSizeOf(const std::vector<ByteRange>& ranges)
{
    std::uint64_t total = 0;
    for (const auto& range : ranges)
        total += range.size();
    return total;
}

std::optional<ContentRange> parseContentRange(std::string_view value)
{
    const auto unit = takeUntil(value, ' ');
    const auto first = takeUntil(value, '-');
    const auto last = takeUntil(value, '/');
    if (!unit || !first || !last || !equalsIgnoreCase(*unit, "bytes"))
        return std::nullopt;
    const auto firstByte = parseDecimal(trimAscii(*first));
    const auto lastByte = parseDecimal(trimAscii(*last));
    const auto total = parseDecimal(trimAscii(value));
    if (!firstByte || !lastByte || !total || *lastByte < *firstByte)
        return std::nullopt;
    return ContentRange{{*firstByte, *lastByte}, *total};
}

std::string rangeHeader(const ByteRange& range)
{
    return concat("bytes=", range.first, "-", range.last);
}

FirstAnswer judgeFirstAnswer(const HttpHead& head, std::optional<std::uint64_t> maxBytes)
{
    if (head.status == kRangeNotSatisfiable)
        return FirstAnswer::AskWithoutRange;
    if (head.status != kPartialContent || head.contentRange.empty())
        return FirstAnswer::Whole;
    const auto answer = parseContentRange(head.contentRange);
    if (!answer)
        return FirstAnswer::AskWithoutRange;
    if (answer->totalBytes == 0)
        return FirstAnswer::Empty;
    if (answer->range.first != 0)
        return FirstAnswer::AskWithoutRange;
    if (answer->range.last >= answer->totalBytes - 1)
        return FirstAnswer::Whole;
    return maxBytes && answer->totalBytes > *maxBytes ? FirstAnswer::TooLarge
                                                      : FirstAnswer::FirstPart;
}

std::vector<ByteRange>
splitRest(std::uint64_t first, std::uint64_t totalBytes, std::uint64_t partBytes)
{
    const auto rest = totalBytes - first;
    const auto begun = rest / partBytes + (rest % partBytes == 0 ? 0 : 1);
    const auto count = std::min(kMaxParts, begun);
    const auto size = rest / count;
    std::vector<ByteRange> parts;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto start = first + i * size;
        parts.push_back({start, i + 1 == count ? totalBytes - 1 : start + size});
    }
    return parts;
}

bool isStrongETag(std::string_view eTag)
{
    return eTag.size() >= 2 && eTag.starts_with('"') && eTag.ends_with('"');
}

} // namespace faultline::net
