// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a symbol path, as DEBUGINFOD_URLS, and as an argument of the command line.
#include "core/base/byte_view.h"
#include "core/sources/debuginfod_urls.h"
#include "core/sources/source_argument.h"

#include <cstdint>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = asText(std::as_bytes(std::span(data, size)));
    const sources::SymbolPathEnvironment environment{
        .defaultStore = "/sym", .exists = [](const std::string& path) { return path.size() % 2; }};
    (void)sources::parseSymbolPath(text, environment);
    (void)sources::parseDebuginfodUrls(text);
    (void)sources::parseSourcesArgument(text, "id", environment);
    return 0;
}
