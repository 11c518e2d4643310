#include "app/faultline/crash_input.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/formats/apple/read_apple.h"
#include "core/json/json_reader.h"
#include "core/server/native_request.h"
#include "core/sources/source_parser.h"

namespace faultline::app {

namespace {

Result<CrashInput> readRequest(std::string_view text)
{
    FL_TRY(const auto document, parseJson(text));
    FL_TRY(auto request, decodeNativeRequest(document, {.readSources = parseSources,
                                                        .filesystemRoots = std::nullopt}));
    return CrashInput{.event = std::move(request.event),
                      .options = std::move(request.options),
                      .answer = request.answer};
}

} // namespace

Result<CrashInput> readCrashInput(const std::filesystem::path& file, const ParseLimits& limits)
{
    FL_TRY(const auto bytes, mapForeignFile(file));
    // An .ips report is JSON as well, but begins with a header line of its own; the reader of crash
    // files knows it.
    auto event = Engine::readEvent(bytes, limits);
    if (event)
        return CrashInput{.event = *std::move(event), .options = {}, .answer = {}};
    const bool mayBeRequest =
        event.error().kind == ErrorKind::Unsupported && !looksLikeIps(bytes.text());
    if (mayBeRequest && trimAscii(bytes.text().substr(0, 256)).starts_with('{'))
        return readRequest(bytes.text());
    return std::unexpected(std::move(event).error());
}

} // namespace faultline::app
