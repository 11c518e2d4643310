// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/requests/native_request.h"

using namespace faultline;

/// A body of /symbolicate. Parses and decodes it, and renders the result as an answer without
/// resolving frames.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = json::parseJson(asText(std::as_bytes(std::span(data, size))),
                                          {.maxDepth = 32, .maxValues = 10'000});
    if (!document)
        return 0;
    const requests::RequestPolicy policy{
        .readSources =
            [](std::string_view) { return Result<std::vector<sources::SourceConfig>>(); },
        .filesystemRoots = std::nullopt,
        .limits = {}};
    const auto request = requests::decodeNativeRequest(*document, policy);
    if (!request)
        return 0;
    Report report;
    report.event = request->event;
    // Our output must be JSON for any input.
    if (!json::parseJson(report::renderJson(report, request->answer)))
        __builtin_trap();
    return 0;
}
