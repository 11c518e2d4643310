// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as the headers of an answer that decide how a file is fetched.
#include "core/net/download/range_plan.h"
#include "core/net/download/retry_policy.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(asText(std::as_bytes(std::span(data, size))));
    net::HttpHead head;
    head.status = 206;
    head.contentRange = text;
    head.retryAfter = text;
    head.date = text;
    (void)net::retryAfterOf(head);
    (void)net::isStrongETag(text);
    if (net::judgeFirstAnswer(head, std::nullopt) != net::FirstAnswer::FirstPart)
        return 0;
    const auto answer = net::parseContentRange(text);
    const auto parts = net::splitRest(answer->range.last + 1, answer->totalBytes, 1 << 20);
    // The parts must together be the rest, whatever the server said.
    if (parts.empty() || parts.size() > 4 || parts.front().first != answer->range.last + 1 ||
        parts.back().last != answer->totalBytes - 1)
        __builtin_trap();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].first > parts[i - 1].last + 1)
            __builtin_trap();
    }
    return 0;
}
