// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/read_apple.h"

#include "core/base/text.h"
#include "core/formats/crash/apple/apple_ips.h"
#include "core/formats/crash/apple/apple_text.h"
#include "core/formats/crash/apple/ips_container.h"

#include <algorithm>
#include <array>

namespace faultline::apple {

namespace {

/// Reports have their facts at the top; later text is not searched.
constexpr std::size_t kHeadBytes = 16 * 1024;

// Each of them begins a line of some vintage, and of nothing else that people open.
constexpr std::array<std::string_view, 6> kTypicalKeys{
    "Incident Identifier:", "CrashReporter Key:", "Exception Type:",
    "Report Version:",      "Crashed Thread:",    "Binary Images:",
};

bool isTypical(std::string_view line)
{
    return std::ranges::any_of(kTypicalKeys,
                               [line](std::string_view key) { return line.starts_with(key); });
}

/// sample(1) writes the same facts above a call graph.
bool isOfSample(std::string_view line)
{
    return line.starts_with("Analysis of sampling ") || line.starts_with("Sampling process ") ||
           line.starts_with("Call graph:");
}

} // namespace

bool looksLikeAppleReport(std::string_view text)
{
    const auto head = splitLines(text.substr(0, kHeadBytes));
    return (std::ranges::any_of(head, isTypical) && std::ranges::none_of(head, isOfSample)) ||
           looksLikeIps(text);
}

Result<EventPtr> readAppleReport(ByteView bytes, const ParseLimits& limits)
{
    return looksLikeIps(bytes.text()) ? readIpsEvent(std::move(bytes), limits)
                                      : readAppleTextEvent(std::move(bytes), limits);
}

} // namespace faultline::apple
