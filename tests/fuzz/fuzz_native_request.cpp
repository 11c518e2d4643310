#include "core/json/json_reader.h"
#include "core/server/symbolicator/native_request.h"

using namespace faultline;

/// A body of /symbolicate: parsed, decoded, and what comes out is rendered as an answer without
/// frames resolved.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = json::parseJson(asText(std::as_bytes(std::span(data, size))),
                                          {.maxDepth = 32, .maxValues = 10'000});
    if (!document)
        return 0;
    const server::RequestPolicy policy{
        .readSources =
            [](std::string_view) { return Result<std::vector<sources::SourceConfig>>(); },
        .filesystemRoots = std::nullopt};
    const auto request = server::decodeNativeRequest(*document, policy);
    if (!request)
        return 0;
    Report report;
    report.event = request->event;
    // What we write must be JSON again, whatever came in.
    if (!json::parseJson(report::renderJson(report, request->answer)))
        __builtin_trap();
    return 0;
}
