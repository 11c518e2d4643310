// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/multipart_parser.h"

#include <algorithm>

using namespace faultline;

namespace {

class CountingSink final : public server::MultipartSink
{
public:
    Result<void> beginPart(std::optional<std::string> name) override
    {
        total += name ? name->size() : 0;
        return {};
    }

    Result<void> partData(Bytes piece) override
    {
        total += piece.size();
        return {};
    }

    Result<void> endPart() override { return {}; }

    std::size_t total = 0;
};

} // namespace

/// First byte: size of the pieces; then a line with the content type; the rest is the body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto input = asText(std::as_bytes(std::span(data, size)));
    const std::size_t pieceSize = static_cast<std::size_t>(data[0]) + 1;
    const auto lineEnd = std::min(input.find('\n'), input.size());
    const auto boundary = server::multipartBoundary(input.substr(1, lineEnd - 1));
    CountingSink sink;
    server::MultipartParser parser(boundary.value_or("B"), sink);
    const auto body = input.substr(std::min(lineEnd + 1, input.size()));
    for (std::size_t at = 0; at < body.size(); at += pieceSize) {
        if (!parser.feed(asBytes(body.substr(at, pieceSize))))
            return 0;
    }
    (void)parser.finish();
    // No byte may be delivered twice, and a name is never longer than its header.
    if (sink.total > body.size())
        __builtin_trap();
    return 0;
}
