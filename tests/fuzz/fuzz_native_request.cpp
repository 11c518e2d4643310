// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/requests/native_request.h"
#include "core/requests/read_request.h"

using namespace faultline;

namespace {

/// Our output must be JSON for any input.
void checkAnswer(EventPtr event, const report::JsonOptions& options)
{
    Report report;
    report.event = std::move(event);
    if (!json::parseJson(report::renderJson(report, options)))
        __builtin_trap();
}

} // namespace

/// A request: as the body of /symbolicate, and of any kind as a file that is opened. The result is
/// rendered as an answer without resolving frames.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = asText(std::as_bytes(std::span(data, size)));
    const auto document = json::parseJson(text, {.maxDepth = 32, .maxValues = 10'000});
    if (!document)
        return 0;
    const requests::RequestPolicy policy{
        .readSources =
            [](std::string_view) {
                sources::SourceConfig source; // What a script's request has.
                source.where = sources::SentrySource();
                return Result<std::vector<sources::SourceConfig>>(std::vector{source});
            },
        .filesystemRoots = std::nullopt,
        .limits = {}};
    if (const auto native = requests::decodeNativeRequest(*document, policy))
        checkAnswer(native->event, native->answer);
    if (const auto any = requests::readRequest(text, policy, {}))
        checkAnswer(any->event, any->answer);
    return 0;
}
